import { clsx } from 'clsx/lite';
import type { Ref } from 'react';
import { Link } from 'wouter';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { legalContent } from '#web/content/legal.ts';
import { Constellation } from '#web/layout/constellation.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import styles from './legal-head.module.css';
import { LegalHtml } from './legal-section.tsx';

interface LegalHeadProps {
  ref: Ref<HTMLDivElement>;
  document: LegalDocument;
  /** Shows it in a tinted band with a constellation. */
  isHero: boolean;
}

/** Title, date and introduction of a legal text, with links to the other texts. */
export const LegalHead = ({ ref, document, isHero }: LegalHeadProps) => (
  <div ref={ref} className={clsx(styles['head'], isHero && styles['hero'])}>
    {isHero && <Constellation side="end" />}
    <nav className={styles['documents']} aria-label={legalContent.documentsLabel}>
      {legalContent.documents.map(({ to, label }) => (
        <Link
          to={to}
          className={styles['document']}
          key={to}
          aria-current={to === document.path ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
    <div className={styles['title']}>
      <PageHeading>{document.title}</PageHeading>
      <p className={styles['date']}>{legalContent.lastUpdated(document.lastUpdated)}</p>
      {document.amendments.map((amendment) => (
        <p className={styles['date']} key={amendment.date}>
          {legalContent.amended(amendment)}
        </p>
      ))}
    </div>
    <div className={styles['intro']}>
      <LegalHtml html={document.intro} />
    </div>
  </div>
);
