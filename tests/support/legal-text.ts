import { expect } from 'vitest';
import type { LegalDocument } from '#web/content/legal/document.ts';

/** All the HTML of a legal text. */
export const htmlOf = ({ intro, sections }: LegalDocument): string =>
  [
    intro,
    ...sections.flatMap(({ heading, html, clauses }) => [
      heading,
      html,
      ...clauses.map((clause) => `${clause.title ?? ''} ${clause.html}`),
    ]),
  ].join('\n');

/** What one reads, without markup. */
export const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

/** What one reads in a clause; a clause that isn't there fails the test. */
export const clauseText = (document: LegalDocument, id: string): string => {
  const clause = document.sections.flatMap(({ clauses }) => clauses).find((c) => c.id === id);
  expect(clause, `${document.path} ${id}`).toBeDefined();
  return plain(clause?.html ?? '');
};

/** The cells of a clause's table, row by row. */
export const rowsOf = (document: LegalDocument, id: string): string[][] => {
  const html = document.sections.flatMap(({ clauses }) => clauses).find((c) => c.id === id)?.html;
  return [...(html ?? '').matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plain(cell).trim()),
  );
};
