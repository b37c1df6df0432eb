/** Inline code; backticks in the text are kept. */
export const code = (text: string): string => {
  const fence = text.includes('`') ? '``' : '`';
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${padding}${text}${padding}${fence}`;
};

/** Several inline codes, separated by commas; a dash for none. */
export const codes = (texts: string[]): string => texts.map(code).join(', ') || '–';

/** Text for a paragraph: inline code is kept, HTML is escaped. */
export const words = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/(`[^`]*`)|</g, (_, span?: string) => span ?? '&lt;');

/** A vertical bar ends a cell, even inside code. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

/** A Markdown table; empty without rows. */
export const table = (head: string[], rows: string[][]): string =>
  rows.length === 0
    ? ''
    : [head, head.map(() => '---'), ...rows]
        .map((row) => `| ${row.map(cell).join(' | ')} |`)
        .join('\n');
