import { type ReactNode, useState } from 'react';
import type { LiveState } from './live/live-state.ts';
import styles from './page-header.module.css';
import type { OpenReport } from './traffic/use-report.ts';

/** Opens Stately's inspector with the running actors. */
const StatelyLink = ({ live }: { live: LiveState }) => {
  const [message, setMessage] = useState('');
  const open = async () => {
    setMessage('Opening …');
    const { openInStately } = await import('./live/open-in-stately.ts');
    setMessage(await openInStately(live));
  };
  return (
    <div className={`row ${styles['stately']}`}>
      <button type="button" onClick={() => void open()}>
        Open in Stately’s inspector
      </button>
      <span role="status">{message}</span>
    </div>
  );
};

/** Lets a person choose a report. */
const chooseFile = (open: OpenReport['openFile']): void => {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.json,application/json';
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    if (file) open(file);
  });
  input.click();
};

interface HeaderProps {
  title: string;
  live: LiveState;
  children: ReactNode;
}

/** A header: title, what else it has, in development a link to Stately's inspector. */
export const Header = ({ title, live, children }: HeaderProps) => (
  <header className={`row ${styles['header']}`}>
    <h1 className={`row ${styles['title']}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true" className={styles['star']}>
        <path d="M12 0 14.5 9.5 24 12 14.5 14.5 12 24 9.5 14.5 0 12 9.5 9.5Z" />
      </svg>
      {title}
    </h1>
    {children}
    {import.meta.env.DEV && <StatelyLink live={live} />}
  </header>
);

interface PageHeaderProps {
  live: LiveState;
  openReport: OpenReport;
}

/** The header of the live view, with the number of tabs that show the app and a report to open. */
export const PageHeader = ({ live, openReport }: PageHeaderProps) => {
  const { report, message, openFile, close } = openReport;
  const { length: count } = live.pages;
  return (
    <Header title="Live charts" live={live}>
      <p className="quiet" role="status">
        {count > 0 ? (
          `${count} ${count === 1 ? 'tab shows' : 'tabs show'} the app`
        ) : (
          <>
            No tab shows the app yet. Open it in another tab of this browser.{' '}
            <a href="/" target="_blank" rel="noopener">
              Open the app
            </a>
          </>
        )}
      </p>
      <div className="row">
        <button type="button" onClick={() => chooseFile(openFile)}>
          Open a funnel report
        </button>
        {report && (
          <button type="button" onClick={close}>
            Close the report
          </button>
        )}
        <span role="status">{message}</span>
      </div>
    </Header>
  );
};
