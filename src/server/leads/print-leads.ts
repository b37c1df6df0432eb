import { LEAD_FIELDS } from './lead-fields.ts';
import type { Lead } from './list-leads.ts';

const COLUMNS = ['id', 'created_at', ...LEAD_FIELDS] as const;

// A spreadsheet takes such a cell for a formula; a bare international number does no harm.
const FORMULA = /^[=+\-@\t\r]/;
const PHONE = /^\+[0-9 ]+$/;

const cell = (value: string): string => {
  const safe = FORMULA.test(value) && !PHONE.test(value) ? `'${value}` : value;
  return `"${safe.replaceAll('"', '""')}"`;
};

const texts = (lead: Lead): string[] =>
  COLUMNS.map((column) => (column === 'created_at' ? lead.created_at.toISOString() : lead[column]));

/** Leads as CSV (RFC 4180): a line of names, every cell quoted, formulas made harmless. */
export const toCsv = (leads: readonly Lead[]): string =>
  [[...COLUMNS], ...leads.map(texts)].map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** Leads as one JSON list. */
export const toJson = (leads: readonly Lead[]): string => `${JSON.stringify(leads, null, 2)}\n`;
