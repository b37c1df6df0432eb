import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { type LegalDocument, legalContent } from '#web/content/legal/document.ts';
import { clausePath, useLightDismiss } from './hooks.ts';
import styles from './table-of-contents.module.css';

interface TableOfContentsProps {
  document: LegalDocument;
  /** Id of the section that is being read. */
  current: string | undefined;
}

const Links = ({
  document,
  current,
  onFollow,
}: TableOfContentsProps & { onFollow?: () => void }) => (
  <ol className={styles['list']}>
    {document.sections.map(({ id, heading }) => (
      <li key={id}>
        <Link
          className={styles['entry']}
          to={clausePath(document.path, id)}
          aria-current={id === current ? 'true' : undefined}
          onClick={onFollow}
        >
          <span className={styles['label']}>{id}</span> <span>{heading}</span>
        </Link>
      </li>
    ))}
  </ol>
);

/** Table of contents beside the text, on wide screens. It scrolls to keep the current entry in view. */
export const ContentsSidebar = ({ document, current }: TableOfContentsProps) => {
  const sidebar = useRef<HTMLElement>(null);
  useEffect(() => {
    const entry = current && sidebar.current?.querySelector('[aria-current]');
    if (!sidebar.current || !entry) return;
    const [box, line] = [sidebar.current.getBoundingClientRect(), entry.getBoundingClientRect()];
    if (line.top < box.top || line.bottom > box.bottom)
      sidebar.current.scrollTop += line.top - box.top - (box.height - line.height) / 2;
  }, [current]);
  return (
    <nav ref={sidebar} className={styles['sidebar']} aria-label={legalContent.contents}>
      <p className={styles['title']}>{legalContent.contents}</p>
      <Links document={document} current={current} />
    </nav>
  );
};

const scrollIntoPlace = (details: HTMLDetailsElement | null): void => {
  if (!details?.open) return;
  // A bar low on the screen has no room for the overlay below it.
  if (details.getBoundingClientRect().top > 0)
    details.scrollIntoView({ block: 'start', behavior: 'instant' });
  details.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
};

/** Table of contents as a bar above the text, on narrow screens. It opens as an overlay. */
export const ContentsBar = ({ document, current }: TableOfContentsProps) => {
  const details = useRef<HTMLDetailsElement>(null);
  const section = document.sections.find(({ id }) => id === current);
  useLightDismiss(details);
  const close = () => details.current?.removeAttribute('open');
  // The prerendered contents may have been opened before.
  useEffect(() => scrollIntoPlace(details.current), []);
  return (
    <details
      ref={details}
      className={styles['bar']}
      onToggle={() => scrollIntoPlace(details.current)}
    >
      <summary className={styles['summary']}>
        <span className={styles['title']}>{legalContent.contents}</span>
        {section && (
          <span className={styles['current']}>
            {section.label} {section.heading}
          </span>
        )}
      </summary>
      <nav className={styles['overlay']} aria-label={legalContent.contents}>
        <Links document={document} current={current} onFollow={close} />
      </nav>
    </details>
  );
};
