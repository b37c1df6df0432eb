import type { LegalDocument } from '#web/content/legal/document.ts';
import { legalContent } from '#web/content/legal.ts';
import { Constellation } from '#web/ui/constellation.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './legal-head.module.css';
import { LegalHtml } from './legal-html.tsx';

interface LegalHeadProps {
  document: LegalDocument;
  /** Whether it is a band of its own across the page. */
  isHero: boolean;
}

/** Title, date and introduction of a legal text, and the way to the other texts. */
export const LegalHead = ({ document, isHero }: LegalHeadProps) => (
  <div className={`${styles['head']} ${isHero ? styles['hero'] : ''}`}>
    {isHero && <Constellation side="end" />}
    <nav className={styles['documents']} aria-label={legalContent.documentsLabel}>
      {legalContent.documents.map(({ href, label }) => (
        <a
          key={href}
          className={styles['document']}
          href={href}
          aria-current={href === `#${document.path}` ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
    <div className={styles['title']}>
      <StepHeading>{document.title}</StepHeading>
      <p className={styles['date']}>{legalContent.lastUpdated(document.lastUpdated)}</p>
    </div>
    <div className={styles['intro']}>
      <LegalHtml html={document.intro} />
    </div>
  </div>
);
