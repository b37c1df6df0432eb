import type { Kysely } from 'kysely';
import { SOURCE_KEYS, type Touch } from '#contract/attribution.ts';
import { LEAD_FIELDS } from '#contract/demo-request.ts';
import { readSettings } from '../config/read-settings.ts';
import type { Database } from '../database/types.ts';
import { type Lead, listLeads, listSignUps, type SignUp } from '../leads/leads.ts';
import {
  audited,
  type Output,
  parseOptions,
  parseTimestamp,
  runCommand,
  UsageError,
  type Work,
} from './run-command.ts';
import { deliveryStates, parseWebhooks, WEBHOOKS_USAGE } from './webhooks.ts';

const TOUCH_KEYS = [...SOURCE_KEYS, 'referrer', 'landing', 'at'] as const satisfies (keyof Touch)[];
const TOUCHES = ['first', 'last'] as const;
const LEAD_COLUMNS = ['id', 'created_at', ...LEAD_FIELDS, 'plan', 'delivery'] as const;
const SIGN_UP_COLUMNS = [
  'id',
  'created_at',
  'company',
  'name',
  'website',
  'location',
  'email',
  'status',
  'plan',
  'delivery',
] as const;

/** A row with what became of its webhooks: `lead.created delivered`; empty without any. */
type Delivered<Row> = Row & { delivery: string };

const withDelivery = async <Row extends { id: string }>(
  db: Kysely<Database>,
  rows: readonly Row[],
): Promise<Delivered<Row>[]> => {
  const states = await deliveryStates(
    db,
    rows.map(({ id }) => id),
  );
  const textOf = (id: string): string =>
    Object.entries(states.get(id) ?? {})
      .map(([event, state]) => `${event} ${state}`)
      .sort()
      .join(', ');
  return rows.map((row) => ({ ...row, delivery: textOf(row.id) }));
};

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

const toCell = (column: string, value: string | Date | null): string => {
  const text = value instanceof Date ? value.toISOString() : (value ?? '');
  return column === 'phone' && PHONE.test(text) ? text : escapeFormulas(text);
};

/** The columns of both touches: `first_utm_source` and so on. */
const TOUCH_COLUMNS = TOUCHES.flatMap((touch) => TOUCH_KEYS.map((key) => `${touch}_${key}`));

const touchCells = ({ attribution }: Lead | SignUp): string[] =>
  TOUCHES.flatMap((touch) =>
    TOUCH_KEYS.map((key) => escapeFormulas(attribution?.[touch][key] ?? '')),
  );

/** Formats rows as CSV (RFC 4180) with a header line, quoted cells and escaped formulas. */
const formatCsv = <Row extends Lead | SignUp>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string => {
  const lines = rows.map((row) => [
    ...columns.map((column) => toCell(column, row[column] as string | Date | null)),
    ...touchCells(row),
  ]);
  return [[...columns, ...TOUCH_COLUMNS], ...lines]
    .map((line) => `${line.map(quote).join(',')}\r\n`)
    .join('');
};

/** Formats demo requests as CSV. */
export const toCsv = (leads: readonly Delivered<Lead>[]): string => formatCsv(LEAD_COLUMNS, leads);

/** Formats rows as a JSON array. */
const toJson = (rows: readonly object[]): string => `${JSON.stringify(rows, null, 2)}\n`;

const USAGE = `npm run leads -- --csv [--since DATE]    demo requests for a spreadsheet
npm run leads -- --json [--since DATE]   demo requests for a program
    --sign-ups                           companies that signed up instead
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
    'sign-ups': { type: 'boolean' },
    since: { type: 'string' },
  });
  if (values.csv === values.json) throw new UsageError('Choose one format: --csv or --json.');
  const since = values.since === undefined ? EPOCH : parseTimestamp(values.since)?.date;
  if (!since) throw new UsageError(`--since is not a date: ${values.since}`);
  const read = async (db: Kysely<Database>): Promise<string> => {
    if (values['sign-ups']) {
      const signUps = await withDelivery(db, await listSignUps(db, since));
      return values.csv ? formatCsv(SIGN_UP_COLUMNS, signUps) : toJson(signUps);
    }
    const leads = await withDelivery(db, await listLeads(db, since));
    return values.csv ? toCsv(leads) : toJson(leads);
  };
  return (db) =>
    audited(db, async (trx) => ({
      text: await read(trx),
      entry: { event: 'operator.leads', outcome: 'accepted' },
    }));
};

/**
 * Prints the demo requests, the sign-ups, or the state of webhooks.
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
