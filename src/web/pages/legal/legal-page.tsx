import { useRef } from 'react';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { useClause, useCurrentSection, usePrintHeader } from './hooks.ts';
import { LegalHead } from './legal-head.tsx';
import styles from './legal-page.module.css';
import { LegalSectionView } from './legal-section.tsx';
import { ContentsBar, ContentsSidebar } from './table-of-contents.tsx';

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
