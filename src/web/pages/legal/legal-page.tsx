import { useRef } from 'react';
import type { LegalDocument } from '#web/content/legal/document.ts';
import { SitePage } from '#web/pages/site-page.tsx';
import { FoldedContents, SideContents } from './contents.tsx';
import { LegalHead } from './legal-head.tsx';
import styles from './legal-page.module.css';
import { Section } from './legal-section.tsx';
import { useClause } from './use-clause.ts';
import { useCurrentSection } from './use-current-section.ts';
import { useRunningTitle } from './use-running-title.ts';

interface LegalPageProps {
  document: LegalDocument;
  isHero?: boolean;
}

/** A legal text as a book page: numbers in the margin, contents at the side. */
export const LegalPage = ({ document, isHero = false }: LegalPageProps) => {
  const end = useRef<HTMLParagraphElement>(null);
  const clause = useClause();
  useRunningTitle(document.title);
  const current = useCurrentSection(document.sections, end, clause);
  return (
    <SitePage isHeaderStill>
      <LegalHead document={document} isHero={isHero} />
      <div className={styles['book']}>
        <SideContents document={document} current={current} />
        <FoldedContents document={document} current={current} />
        <article className={styles['pages']}>
          {document.sections.map((section) => (
            <Section key={section.id} path={document.path} marked={clause} section={section} />
          ))}
          <p ref={end} className={styles['end']}>
            {document.copyright}
          </p>
        </article>
      </div>
    </SitePage>
  );
};
