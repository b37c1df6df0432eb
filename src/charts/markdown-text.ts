/** Text as code within a line; backticks in it stay what they are. */
export const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
};

/** Several things as code, separated by commas; a dash for none. */
export const codes = (texts: string[]): string => texts.map(code).join(', ') || '–';

/** Words as they may stand in a paragraph: code in them stays, HTML doesn't become any. */
export const words = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/(`[^`]*`)|</g, (_, span?: string) => span ?? '&lt;');

/** Bars end a cell, even in code. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A table in Markdown; nothing where there are no rows. */
export const table = (head: string[], rows: string[][]): string =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows]
        .map((row) => `| ${row.map(cell).join(' | ')} |`)
        .join('\n');
