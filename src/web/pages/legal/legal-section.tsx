import { clsx } from 'clsx/lite';
import { memo } from 'react';
import { Link } from 'wouter';
import { type LegalClause, type LegalSection, legalContent } from '#web/content/legal/document.ts';
import { clausePath, elementId } from './hooks.ts';
import styles from './legal-section.module.css';
import textStyles from './legal-text.module.css';

/**
 * HTML that the build renders from Markdown. It is not rendered again with the same text: React 19.2 would replace
 * its nodes, and a table in it would lose focus and scroll position.
 */
export const LegalHtml = memo(({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by src/build/legal/parse-legal.ts, which rejects raw HTML
  <div className={textStyles['text']} dangerouslySetInnerHTML={{ __html: html }} />
));

interface LinkTarget {
  path: string;
  /** The clause or section that the address names. */
  marked: string | undefined;
}

/** Attributes of the clause or section that the address names: it takes focus and is highlighted. */
const targetProps = (isMarked: boolean) =>
  isMarked ? ({ tabIndex: -1, 'data-marked': '' } as const) : undefined;

const Clause = ({ path, marked, clause }: LinkTarget & { clause: LegalClause }) => (
  <div
    id={elementId(clause.id)}
    className={styles['clause']}
    {...targetProps(marked === clause.id)}
  >
    <Link
      to={clausePath(path, clause.id)}
      className={styles['number']}
      aria-label={legalContent.clause(clause.id)}
    >
      {clause.id}
    </Link>
    <div className={styles['words']}>
      {clause.title && <h3 className={styles['question']}>{clause.title}</h3>}
      {clause.html && <LegalHtml html={clause.html} />}
    </div>
  </div>
);

/** A section with its numbered clauses. Each number links to its clause, for sharing. */
export const LegalSectionView = ({
  path,
  marked,
  section,
}: LinkTarget & { section: LegalSection }) => {
  const { id, label, heading, html, clauses } = section;
  const isExhibit = id !== label;
  return (
    <section
      id={elementId(id)}
      className={clsx(styles['section'], isExhibit && styles['exhibit'])}
      {...targetProps(marked === id)}
    >
      <h2 className={styles['heading']}>
        <Link
          to={clausePath(path, id)}
          className={styles['label']}
          aria-label={legalContent.section(label)}
        >
          {label}
        </Link>{' '}
        <span>{heading}</span>
      </h2>
      {html && <LegalHtml html={html} />}
      {clauses.map((clause) => (
        <Clause key={clause.id} path={path} marked={marked} clause={clause} />
      ))}
    </section>
  );
};
