import { Marked, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { LegalClause, LegalDocument, LegalSection } from '../../web/content/legal/document.ts';
import { escapeMarkup, fillPlaceholders } from '../fill-placeholders.ts';

const ADDRESS = /^(?:\/[a-z-]*(?:\?clause=E?\d+(?:\.\d+)?)?|mailto:[\w.+-]+@[\w.-]+)$/;
const PLACE = /^\/([a-z-]+)\?clause=(E?)([\d.]+)$/;

const refuse = (what: string, raw: string): never => {
  throw new Error(`${what} has no place in a legal text: ${raw.trim()}`);
};

/** The target of a link as text, for print, unless the link text names the clause number. */
const placeOf = (href: string, words: string): string | undefined => {
  const [, document, exhibit, number = ''] = PLACE.exec(href) ?? [];
  if (number === '' || words.match(/\d+(?:\.\d+)?/g)?.includes(number)) return undefined;
  if (exhibit) return number.includes('.') ? `clause E${number}` : `Exhibit ${number}`;
  return `${document === 'privacy' && !number.includes('.') ? 'section' : 'clause'} ${number}`;
};

/**
 * Renders the Markdown of a legal text: paragraphs, lists, tables, emphasis, links within the site and
 * mailto links. Throws on anything that could contain a script or a style.
 */
const legalMarked = new Marked({
  gfm: true,
  renderer: {
    html: ({ raw }) => refuse('Raw HTML', raw),
    image: ({ raw }) => refuse('An image', raw),
    code: ({ raw }) => refuse('A code block', raw),
    heading: ({ raw }) => refuse('A heading within a clause', raw),
    link({ href, raw, text, tokens }: Tokens.Link) {
      if (!ADDRESS.test(href)) refuse('This address', raw);
      const place = placeOf(href, text);
      const forPaper = place === undefined ? '' : ` data-place="${place}"`;
      // Without script, a clause is found by its id.
      const address = href.replace(/\?clause=(.*)/, '$&#clause-$1');
      return `<a href="${escapeMarkup(address)}"${forPaper}>${this.parser.parseInline(tokens)}</a>`;
    },
    // A table may be wider than a phone, so it scrolls in a focusable region.
    table({ header, rows }: Tokens.Table) {
      const inline = (cell: Tokens.TableCell) => this.parser.parseInline(cell.tokens);
      const label = escapeMarkup(`Table: ${header.map(({ text }) => text).join(', ')}`);
      const head = header.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('');
      const body = rows.map(([first, ...others]) => {
        const cells = others.map((cell) => `<td>${inline(cell)}</td>`).join('');
        return `<tr>${first ? `<th scope="row">${inline(first)}</th>` : ''}${cells}</tr>`;
      });
      return `<div role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>`;
    },
  },
});

const AMENDED = /^Amended ([^:]+): (.+)$/;
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

/** `2024-01-12` for `January 12, 2024` or `12 January 2024`; throws RangeError for anything else than a date. */
const toIsoDay = (text: string): string => new Date(`${text} UTC`).toISOString().slice(0, 10);

/** The day, as ISO 8601, of the newest of the lines "Last Updated …" and "Amended …" at the top. */
export const newestDayOf = ({ lastUpdated, amendments }: LegalDocument): string =>
  toIsoDay(amendments.at(-1)?.date ?? lastUpdated);

/** The variable without which a site does not have what a part of a text is about, by the name of the part. */
const VARIABLES: Record<string, string> = {
  tag: 'VITE_TAG_URL',
  calendar: 'VITE_CALENDAR_URL',
  funnel: 'FUNNEL',
};
const OPTIONAL_PART = /\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs;

/** Keeps the optional parts that are true of the site, and removes the others: `{{#tag}}12.6 …{{/tag}}`. */
const chooseParts = (markdown: string, env: NodeJS.ProcessEnv): string =>
  markdown.replaceAll(OPTIONAL_PART, (part, name: string, text: string) => {
    const variable = VARIABLES[name];
    if (variable === undefined) throw new Error(`No such part: ${part}`);
    return /^0?$/.test(env[variable] ?? '') ? '' : text;
  });

/** A document with unrendered Markdown texts. */
const outline = (path: string, markdown: string): LegalDocument => {
  const document: LegalDocument = {
    path,
    title: '',
    lastUpdated: '',
    amendments: [],
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

  const openAmendment = (text: string) => {
    const [, date = '', what = ''] = AMENDED.exec(text) ?? [];
    if (toIsoDay(date) <= newestDayOf(document))
      throw new Error(`Not after the line above: ${text}`);
    document.amendments.push({ date, what });
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
    else if (AMENDED.test(text)) openAmendment(text);
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
 * @param env the variables of the build, by which optional parts stay
 * @throws Error for raw HTML, a link to another site, an unknown placeholder, a clause out of order, or a
 *   reference to a missing clause
 */
export const parseLegal = (
  path: string,
  markdown: string,
  env: NodeJS.ProcessEnv = {},
): LegalDocument => {
  const document = outline(path, typeset(fillPlaceholders(chooseParts(markdown, env))));
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

const LEGAL_TEXT = /\/content\/legal\/([a-z-]+)\.md$/;

/** Parses imported legal texts at build time: the import is the parsed document. */
export const legalMarkdown = (): Plugin => ({
  name: 'legal-markdown',
  enforce: 'pre',
  transform(code, id) {
    const [, name] = LEGAL_TEXT.exec(id) ?? [];
    if (name === undefined) return;
    const document = JSON.stringify(parseLegal(`/${name}`, code, process.env));
    return { code: `export default ${document};`, map: null, moduleType: 'js' };
  },
});
