import { LEAD_FIELDS } from './lead-fields.ts';
import type { Lead } from './list-leads.ts';

const COLUMNS = ['id', 'created_at', ...LEAD_FIELDS] as const;

// OWASP, CSV Injection: a spreadsheet runs a cell that begins with one of these signs, and reads the
// wide forms of some keyboards as the same. Whatever stands before the sign without being seen, it
// may drop. Where it takes other separators or quotes than ours, a cell begins after each of them.
const SEPARATOR = String.raw`[,;\t\r\n"]`;
const UNSEEN = String.raw`(?:(?![\t\r\n])[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}])*`;
const SIGN = String.raw`(?:[=+\-@＝＋－＠﹦﹢﹣﹫\t]|\r(?!\n))`;
const FORMULA = new RegExp(`(?<=^|${SEPARATOR})(?=${UNSEEN}${SIGN})|^(?=\\r)`, 'gu');
/** A bare international number, which does no harm and would be harder to dial. */
const PHONE = /^\+[0-9 ]+$/;

/** The text, in which an apostrophe before it keeps every formula from being one. */
const harmless = (value: string): string => value.replace(FORMULA, "'");

const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;

const texts = (lead: Lead): string[] =>
  COLUMNS.map((column) => {
    if (column === 'created_at') return lead.created_at.toISOString();
    const value = lead[column];
    return column === 'phone' && PHONE.test(value) ? value : harmless(value);
  });

/** Leads as CSV (RFC 4180): a line of names, every cell quoted, formulas made harmless. */
export const toCsv = (leads: readonly Lead[]): string =>
  [[...COLUMNS], ...leads.map(texts)].map((row) => `${row.map(quoted).join(',')}\r\n`).join('');

/** Leads as one JSON list. */
export const toJson = (leads: readonly Lead[]): string => `${JSON.stringify(leads, null, 2)}\n`;
