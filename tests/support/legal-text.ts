import { expect } from 'vitest';
import type { LegalDocument } from '#web/content/legal/document.ts';

/** All the HTML of a legal document. */
export const htmlOf = ({ intro, sections }: LegalDocument): string =>
  [
    intro,
    ...sections.flatMap(({ html, clauses }) => [html, ...clauses.map((one) => one.html)]),
  ].join('\n');

/** The text of some HTML: a line per paragraph, list item and table row, the targets of links. */
const linesOf = (html: string): string =>
  html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<a href="([^"]+)"[^>]*>(.*?)<\/a>/g, '$2 [$1]')
    .replaceAll(/<\/t[hd]>(?=\s*<t[hd])/g, ' | ')
    .replaceAll('<li>', '- ')
    .replaceAll(/<\/(?:p|li|tr)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** The whole text of a legal document, as its page shows it. */
export const documentText = (document: LegalDocument): string => {
  const { title, lastUpdated, amendments, copyright, intro, sections } = document;
  const parts = sections.flatMap(({ label, heading, html, clauses }) => [
    `${label}. ${heading}`,
    linesOf(html),
    ...clauses.map((one) => `${one.id} ${one.title ? `${one.title}\n` : ''}${linesOf(one.html)}`),
  ]);
  const amended = amendments.map(({ date, what }) => `Amended ${date}: ${what}`);
  const head = [title, `Last Updated ${lastUpdated}`, ...amended, copyright, linesOf(intro)];
  return `${[...head, ...parts].filter((part) => part !== '').join('\n\n')}\n`;
};
/** The text of some HTML without its markup. */
const textOf = (html: string): string =>
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
