import type { LegalClause, LegalSection } from '#web/content/legal/document.ts';
import { legalContent } from '#web/content/legal.ts';
import { clauseHref, elementId } from './anchors.ts';
import { LegalHtml } from './legal-html.tsx';
import styles from './legal-section.module.css';

interface Marked {
  path: string;
  /** The clause or section that the address names. */
  marked: string | undefined;
}

/** What the address names can take focus, and is marked. */
const mark = (isMarked: boolean) =>
  isMarked ? ({ tabIndex: -1, 'data-marked': '' } as const) : undefined;

const Clause = ({ path, marked, clause }: Marked & { clause: LegalClause }) => (
  <div id={elementId(clause.id)} className={styles['clause']} {...mark(marked === clause.id)}>
    <a
      className={styles['number']}
      href={clauseHref(path, clause.id)}
      aria-label={legalContent.clause(clause.id)}
    >
      {clause.id}
    </a>
    <div className={styles['words']}>
      {clause.title && <h3 className={styles['question']}>{clause.title}</h3>}
      {clause.html && <LegalHtml html={clause.html} />}
    </div>
  </div>
);

/** A section with its numbered clauses; the numbers are links to share. */
export const Section = ({ path, marked, section }: Marked & { section: LegalSection }) => {
  const { id, label, heading, html, clauses } = section;
  const isExhibit = id !== label;
  return (
    <section
      id={elementId(id)}
      data-section={id}
      className={`${styles['section']} ${isExhibit ? styles['exhibit'] : ''}`}
      {...mark(marked === id)}
    >
      <h2 className={styles['heading']}>
        <a
          className={styles['label']}
          href={clauseHref(path, id)}
          aria-label={legalContent.section(label)}
        >
          {label}
        </a>{' '}
        <span>{heading}</span>
      </h2>
      {html && <LegalHtml html={html} />}
      {clauses.map((clause) => (
        <Clause key={clause.id} path={path} marked={marked} clause={clause} />
      ))}
    </section>
  );
};
