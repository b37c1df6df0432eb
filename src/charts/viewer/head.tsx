import { useState } from 'react';
import type { LiveState } from '../live/live-state.ts';
import styles from './head.module.css';

/** Opens the same actors in the inspector on the web; only while developing. */
const StatelyLink = ({ live }: { live: LiveState }) => {
  const [said, setSaid] = useState('');
  const open = async () => {
    setSaid('Opening …');
    const { openInStately } = await import('../live/open-in-stately.ts');
    setSaid(await openInStately(live));
  };
  return (
    <div className={styles['stately']}>
      <button type="button" className={styles['link']} onClick={() => void open()}>
        Open in Stately’s inspector
      </button>
      <span role="status">{said}</span>
    </div>
  );
};

const pagesSeen = (count: number): string =>
  count === 0
    ? 'No tab shows the app yet. Open it in another tab of this browser.'
    : `${count} ${count === 1 ? 'tab shows' : 'tabs show'} the app`;

/** What this page is, and how much of the app it sees. */
export const Head = ({ live }: { live: LiveState }) => (
  <header className={styles['head']}>
    <h1 className={styles['title']}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={styles['star']}>
        <path d="M12 0 14.5 9.5 24 12 14.5 14.5 12 24 9.5 14.5 0 12 9.5 9.5Z" />
      </svg>
      Live charts
    </h1>
    <p className={styles['seen']} role="status">
      {pagesSeen(live.pages.length)}
      {live.pages.length === 0 && (
        <>
          {' '}
          <a href="/" target="_blank" rel="noopener">
            Open the app
          </a>
        </>
      )}
    </p>
    {import.meta.env.DEV && <StatelyLink live={live} />}
  </header>
);
