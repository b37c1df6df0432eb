import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { legalContent } from '#web/content/legal.ts';
import { clauseHref } from './anchors.ts';
import styles from './contents.module.css';

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
 * it again, as it does whatever lies over a page.
 */
export const FoldedContents = ({ document, current }: ContentsProps) => {
  const details = useRef<HTMLDetailsElement>(null);
  const section = document.sections.find(({ id }) => id === current);
  const fold = () => details.current?.removeAttribute('open');
  const showCurrent = () =>
    details.current?.querySelector('[open] [aria-current]')?.scrollIntoView({ block: 'nearest' });
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !details.current?.open) return;
    fold();
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={details}
      className={styles['folded']}
      onKeyDown={onKeyDown}
      onToggle={showCurrent}
    >
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
