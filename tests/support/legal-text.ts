import { expect } from 'vitest';
import type { LegalDocument } from '#web/content/legal/document.ts';

/** All the HTML of a legal document. */
export const htmlOf = ({ intro, sections }: LegalDocument): string =>
  [
    intro,
    ...sections.flatMap(({ heading, html, clauses }) => [
      heading,
      html,
      ...clauses.map((clause) => `${clause.title ?? ''} ${clause.html}`),
    ]),
  ].join('\n');

/** The text of some HTML without its markup. */
export const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

/** The text of a clause; fails the test if the clause doesn't exist. */
export const clauseText = (document: LegalDocument, id: string): string => {
  const clause = document.sections.flatMap(({ clauses }) => clauses).find((c) => c.id === id);
  expect(clause, `${document.path} ${id}`).toBeDefined();
  return textOf(clause?.html ?? '');
};

/** The cells of a clause's table, row by row. */
export const rowsOf = (document: LegalDocument, id: string): string[][] => {
  const html = document.sections.flatMap(({ clauses }) => clauses).find((c) => c.id === id)?.html;
  return [...(html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell).trim()),
  );
};
