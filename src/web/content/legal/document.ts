/** A numbered paragraph with its lists, tables and further paragraphs. */
export interface LegalClause {
  /** Number, `7.2`, or `E2.3` in an exhibit; the value of `?clause=`. */
  id: string;
  /** The question, if the clause is a question with its answer. */
  title?: string;
  html: string;
}

export interface LegalSection {
  /** Number: `7`, or `E2` for an exhibit. */
  id: string;
  /** Number as shown: `7` or `Exhibit 2`. */
  label: string;
  heading: string;
  /** Content before the first clause; may be empty. */
  html: string;
  clauses: LegalClause[];
}

/** A legal text that the build parses from Markdown. Its HTML has no styles. */
export interface LegalDocument {
  /** Route, such as `/terms`. */
  path: string;
  title: string;
  /** Date as shown: `January 12, 2024`. */
  lastUpdated: string;
  /** Changes since then, oldest first, each with the day as shown: `23 November 2026`. */
  amendments: { date: string; what: string }[];
  copyright: string;
  /** HTML between the title and the first section. */
  intro: string;
  sections: LegalSection[];
}

/** Copy around the legal texts, which are Markdown files in `legal/`. */
export const legalContent = {
  documents: [
    { to: '/terms', label: 'Terms' },
    { to: '/subscription-agreement', label: 'Subscription Agreement' },
    { to: '/privacy', label: 'Privacy' },
  ],
  documentsLabel: 'Legal documents',
  contents: 'Contents',
  lastUpdated: (date: string): string => `Last Updated ${date}`,
  amended: ({ date, what }: { date: string; what: string }): string => `Amended ${date}: ${what}`,
  section: (label: string): string => (/^\d/.test(label) ? `Section ${label}` : label),
  clause: (id: string): string => `Clause ${id}`,
} as const;
