import { useEffect, useRef } from 'react';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { legalContent } from '#web/content/legal.ts';
import { clauseHref } from './anchors.ts';
import styles from './contents.module.css';
import { useFoldAway } from './use-fold-away.ts';

interface ContentsProps {
  document: LegalDocument;
  /** The section that is being read. */
  current: string | undefined;
}

const Links = ({ document, current, onFollow }: ContentsProps & { onFollow?: () => void }) => (
  <ol className={styles['list']}>
    {document.sections.map(({ id, heading }) => (
      <li key={id}>
        <a
          className={styles['entry']}
          href={clauseHref(document.path, id)}
          aria-current={id === current ? 'true' : undefined}
          onClick={onFollow}
        >
          <span className={styles['label']}>{id}</span> <span>{heading}</span>
        </a>
      </li>
    ))}
  </ol>
);

/** The contents beside the text, on wide screens; what is being read stays in view. */
export const SideContents = ({ document, current }: ContentsProps) => {
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    const entry = current && side.current?.querySelector('[aria-current]');
    if (!side.current || !entry) return;
    const [box, place] = [side.current.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (place.top < box.top || place.bottom > box.bottom)
      side.current.scrollTop += place.top - box.top - (box.height - place.height) / 2;
  }, [current]);
  return (
    <nav ref={side} className={styles['side']} aria-label={legalContent.contents}>
      <p className={styles['title']}>{legalContent.contents}</p>
      <Links document={document} current={current} />
    </nav>
  );
};

/**
 * The contents as one line above the text, on narrow screens; it opens over the text. Escape folds
 * it again, as it does whatever lies over a page, and so does whatever happens outside of it.
 */
export const FoldedContents = ({ document, current }: ContentsProps) => {
  const details = useRef<HTMLDetailsElement>(null);
  const section = document.sections.find(({ id }) => id === current);
  useFoldAway(details);
  const fold = () => details.current?.removeAttribute('open');
  const show = () => {
    if (!details.current?.open) return;
    // Low on the screen there would be no room for what opens below it.
    if (details.current.getBoundingClientRect().top > 0)
      details.current.scrollIntoView({ block: 'start', behavior: 'instant' });
    details.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <details ref={details} className={styles['folded']} onToggle={show}>
      <summary className={styles['summary']}>
        <span className={styles['title']}>{legalContent.contents}</span>
        {section && (
          <span className={styles['place']}>
            {section.label} {section.heading}
          </span>
        )}
      </summary>
      <nav className={styles['sheet']} aria-label={legalContent.contents}>
        <Links document={document} current={current} onFollow={fold} />
      </nav>
    </details>
  );
};
