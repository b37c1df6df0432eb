import { LEAD_FIELDS } from '../leads/lead-fields.ts';
import type { Lead } from '../leads/list-leads.ts';

const COLUMNS = ['id', 'created_at', ...LEAD_FIELDS] as const;

// OWASP, CSV Injection: a spreadsheet evaluates a cell that begins with one of these signs or their
// full-width forms. It may ignore invisible characters before the sign. With another separator or quote
// than ours, a cell may begin after each of them.
const SEPARATOR = String.raw`[,;\t\r\n"]`;
const INVISIBLE = String.raw`(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const SIGN = String.raw`(?:[=+\-@＝＋－＠﹦﹢﹣﹫\t]|\r(?!\n))`;
const FORMULA = new RegExp(`(?<=^|${SEPARATOR})(?=${INVISIBLE}${SIGN})|^(?=\\r)`, 'gu');
/** International phone number: harmless, and an apostrophe would break it. */
const PHONE = /^\+[0-9 ]+$/;

/** Prefixes every formula with an apostrophe, so that it is not evaluated. */
const escapeFormulas = (value: string): string => value.replace(FORMULA, "'");

const quote = (value: string): string => `"${value.replaceAll('"', '""')}"`;

const toCells = (lead: Lead): string[] =>
  COLUMNS.map((column) => {
    if (column === 'created_at') return lead.created_at.toISOString();
    const value = lead[column];
    return column === 'phone' && PHONE.test(value) ? value : escapeFormulas(value);
  });

/** Formats leads as CSV (RFC 4180) with a header line, quoted cells and escaped formulas. */
export const toCsv = (leads: readonly Lead[]): string =>
  [[...COLUMNS], ...leads.map(toCells)].map((row) => `${row.map(quote).join(',')}\r\n`).join('');

/** Formats leads as a JSON array. */
export const toJson = (leads: readonly Lead[]): string => `${JSON.stringify(leads, null, 2)}\n`;
