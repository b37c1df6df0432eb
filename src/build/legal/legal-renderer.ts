import { Marked, type Tokens } from 'marked';
import { escapeMarkup } from '../site/escape-markup.ts';

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
export const legalMarked = new Marked({
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
