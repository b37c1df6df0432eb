import { readSettings } from '../config/read-settings.ts';
import { LEAD_FIELDS, type Lead, listLeads } from '../leads/leads.ts';
import {
  audited,
  type Output,
  parseOptions,
  parseTimestamp,
  runCommand,
  UsageError,
  type Work,
} from './run-command.ts';
import { parseWebhooks, WEBHOOKS_USAGE } from './webhooks.ts';

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
const toJson = (leads: readonly Lead[]): string => `${JSON.stringify(leads, null, 2)}\n`;

const USAGE = `npm run leads -- --csv [--since DATE]    demo requests for a spreadsheet
npm run leads -- --json [--since DATE]   demo requests for a program
${WEBHOOKS_USAGE}
DATE is a day or a time in UTC, like 2026-11-21 or 2026-11-21T09:30:00Z; a day begins at midnight.
It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

const EPOCH = new Date(0);

const parse = (args: readonly string[]): Work => {
  const { values } = parseOptions(args, [], {
    csv: { type: 'boolean' },
    json: { type: 'boolean' },
    since: { type: 'string' },
  });
  if (values.csv === values.json) throw new UsageError('Choose one format: --csv or --json.');
  const since = values.since === undefined ? EPOCH : parseTimestamp(values.since)?.date;
  if (!since) throw new UsageError(`--since is not a date: ${values.since}`);
  const format = values.csv ? toCsv : toJson;
  return (db) =>
    audited(db, async (trx) => ({
      text: format(await listLeads(trx, since)),
      entry: { event: 'operator.leads', outcome: 'accepted' },
    }));
};

/**
 * Prints the demo requests, or the state of webhooks.
 *
 * @param args after `npm run leads --`
 * @returns the exit code of `runCommand`
 */
export const runLeadsCommand = (
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output = process,
): Promise<number> => {
  const parseAny = (words: readonly string[]): Work =>
    words[0] === 'webhooks'
      ? parseWebhooks(words.slice(1), readSettings(env).webhooks)
      : parse(words);
  return runCommand({ usage: USAGE, parse: parseAny }, args, env, output);
};
