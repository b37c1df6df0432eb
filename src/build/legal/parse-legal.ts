import type { LegalClause, LegalDocument, LegalSection } from '../../web/content/legal/document.ts';
import { fillBrand } from '../site/fill-brand.ts';
import { legalMarked } from './legal-renderer.ts';

const SECTION = /^(?:Exhibit (\d+)|(\d+))\. (.+)$/;
const CLAUSE = /^(E?\d+\.\d+) /;
const NUMBER = /E?\d+(?:\.\d+)?(?!\.?\d)/g;
const REFERENCE = new RegExp(
  `(?<!\\[)\\b(?:[Cc]lause (${NUMBER.source})|Exhibit (\\d+)(?!\\.?\\d)|[Cc]lauses (${NUMBER.source}(?:(?:, | and | or | to )${NUMBER.source})+))`,
  'g',
);

/** Typographic quotes and apostrophes; headings keep the original characters. */
const typeset = (markdown: string): string =>
  markdown.replaceAll(/^(?!## ).+$/gm, (line) =>
    line
      .replaceAll(/(^|[\s([])"/g, '$1“')
      .replaceAll('"', '”')
      .replaceAll("'", '’'),
  );

/** A document with unrendered Markdown texts. */
const outline = (path: string, markdown: string): LegalDocument => {
  const document: LegalDocument = {
    path,
    title: '',
    lastUpdated: '',
    copyright: '',
    intro: '',
    sections: [],
  };
  let section: LegalSection | undefined;
  let clause: LegalClause | undefined;

  const openSection = (text: string) => {
    const [, exhibit, number, heading = ''] = SECTION.exec(text) ?? [];
    if (heading === '') throw new Error(`A section needs a number: ${text}`);
    const id = exhibit ? `E${exhibit}` : `${number}`;
    section = { id, label: exhibit ? `Exhibit ${exhibit}` : id, heading, html: '', clauses: [] };
    clause = undefined;
    document.sections.push(section);
  };

  const openClause = (id: string, rest: { title?: string; html: string }) => {
    const expected = `${section?.id}.${(section?.clauses.length ?? 0) + 1}`;
    if (id !== expected) throw new Error(`Clause ${id} stands where ${expected} belongs`);
    clause = { id, ...rest };
    section?.clauses.push(clause);
  };

  for (const token of legalMarked.lexer(markdown)) {
    const text = 'text' in token ? `${token.text}` : '';
    const [marker = '', id = ''] = CLAUSE.exec(text) ?? [];
    if (token.type === 'heading' && token['depth'] === 1) document.title = text;
    else if (token.type === 'heading' && token['depth'] === 2) openSection(text);
    else if (token.type === 'heading' && id !== '')
      openClause(id, { title: text.slice(marker.length), html: '' });
    else if (token.type === 'paragraph' && id !== '')
      openClause(id, { html: token.raw.slice(marker.length) });
    else if (/^Last Updated /.test(text)) document.lastUpdated = text.replace('Last Updated ', '');
    else if (/^© /.test(text)) document.copyright = text;
    else if (clause) clause.html += token.raw;
    else if (section) section.html += token.raw;
    else document.intro += token.raw;
  }
  return document;
};

/**
 * Parses the Markdown of a legal text: fills in the brand, splits it into clauses, and turns references
 * such as `clause 7.2`, `clauses 1 and 2` and `Exhibit 2` into links.
 *
 * @param path the route of the document, such as `/terms`
 * @throws Error for raw HTML, a link to another site, an unknown placeholder, a clause out of order, or a
 *   reference to a missing clause
 */
export const parseLegal = (path: string, markdown: string): LegalDocument => {
  const document = outline(path, typeset(fillBrand(markdown)));
  const { title, lastUpdated, copyright, intro, sections } = document;
  if (!title || !lastUpdated || !copyright)
    throw new Error(`${path} needs a title, a line "Last Updated …" and a line "© …"`);
  const ids = new Set(sections.flatMap(({ id, clauses }) => [id, ...clauses.map((c) => c.id)]));

  const link = (words: string, id: string): string => {
    if (!ids.has(id)) throw new Error(`${path} refers to ${words}, which isn't there`);
    return `[${words}](${path}?clause=${id})`;
  };
  const render = (text: string): string =>
    legalMarked.parse(
      text.replaceAll(REFERENCE, (words: string, clauseId, exhibit, several) =>
        several === undefined
          ? link(words, clauseId ?? `E${exhibit}`)
          : words.replaceAll(NUMBER, (id) => link(id, id)),
      ),
      { async: false },
    );

  return {
    ...document,
    intro: render(intro),
    sections: sections.map((section) => ({
      ...section,
      html: render(section.html),
      clauses: section.clauses.map((clause) => ({ ...clause, html: render(clause.html) })),
    })),
  };
};
