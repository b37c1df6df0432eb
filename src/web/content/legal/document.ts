/** One numbered paragraph with what belongs to it: lists, tables, further paragraphs. */
export interface LegalClause {
  /** Its number, `7.2`, or `E2.3` in an exhibit; `?clause=` leads to it. */
  id: string;
  /** The question, where the clause is one of questions and answers. */
  title?: string;
  html: string;
}

export interface LegalSection {
  /** Its number, `7`, or `E2` for an exhibit. */
  id: string;
  /** The number as it is shown: `7` or `Exhibit 2`. */
  label: string;
  heading: string;
  /** What stands before the first clause; may be empty. */
  html: string;
  clauses: LegalClause[];
}

/** A legal text as the build makes it from Markdown. Its HTML holds no styles. */
export interface LegalDocument {
  /** Its address in the site, such as `/terms`. */
  path: string;
  title: string;
  /** `January 12, 2024`. */
  lastUpdated: string;
  copyright: string;
  /** HTML of what stands between the title and the first section. */
  intro: string;
  sections: LegalSection[];
}
