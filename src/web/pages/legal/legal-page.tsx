import { clsx } from 'clsx/lite';
import { type Ref, useRef } from 'react';
import { Link } from 'wouter';
import { type LegalDocument, legalContent } from '#web/content/legal/document.ts';
import { Constellation } from '#web/layout/constellation.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { useClause, useCurrentSection, usePrintHeader } from './hooks.ts';
import styles from './legal-page.module.css';
import { LegalHtml, LegalSectionView } from './legal-section.tsx';
import { ContentsBar, ContentsSidebar } from './table-of-contents.tsx';

interface LegalHeadProps {
  ref: Ref<HTMLDivElement>;
  document: LegalDocument;
  /** Shows it in a tinted band with a constellation. */
  isHero: boolean;
}

/** Title, date and introduction of a legal text, with links to the other texts. */
const LegalHead = ({ ref, document, isHero }: LegalHeadProps) => (
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

interface LegalPageProps {
  document: LegalDocument;
  /** Shows the title in a tinted band with a constellation. */
  isHero?: boolean;
}

/** A legal text: clause numbers in the margin, the table of contents at the side. */
export const LegalPage = ({ document, isHero = false }: LegalPageProps) => {
  const head = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  const clause = useClause();
  usePrintHeader(document.title);
  const current = useCurrentSection(document.sections, head, end, clause);
  return (
    <PageShell isHeaderSticky={false}>
      <LegalHead ref={head} document={document} isHero={isHero} />
      <div className={styles['layout']}>
        <ContentsSidebar document={document} current={current} />
        <ContentsBar document={document} current={current} />
        <article className={styles['text']}>
          {document.sections.map((section) => (
            <LegalSectionView
              key={section.id}
              path={document.path}
              marked={clause}
              section={section}
            />
          ))}
          <p ref={end} className={styles['end']}>
            {document.copyright}
          </p>
        </article>
      </div>
    </PageShell>
  );
};
