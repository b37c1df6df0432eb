import { readMoment } from '../back-office/read-moment.ts';
import { type Output, runCommand, type Work } from '../back-office/run-command.ts';
import { type Lead, listLeads } from './list-leads.ts';
import { toCsv, toJson } from './print-leads.ts';

const USAGE = `npm run leads -- --csv [--since DATE]    demo requests for a spreadsheet
npm run leads -- --json [--since DATE]   demo requests for a program

DATE is a day or a moment, like 2026-11-21 or 2026-11-21T09:30:00Z; a day begins at midnight UTC.
It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

const BEGINNING = new Date(0);

const formats: Record<string, (leads: readonly Lead[]) => string> = {
  '--csv': toCsv,
  '--json': toJson,
};

const parse = ([format = '', flag, date, ...rest]: readonly string[]): Work | undefined => {
  const print = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!print || rest.length > 0) return undefined;
  const named = flag === '--since' && date !== undefined ? readMoment(date)?.date : undefined;
  const since = flag === undefined ? BEGINNING : named;
  return since && (async (db) => print(await listLeads(db, since)));
};

/**
 * Prints the demo requests.
 *
 * @param args the words after `npm run leads --`; the format comes first
 * @returns the exit code: 0 done, 1 failed with one line on stderr, 2 misused
 */
export const runLeadsCommand = (
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output = process,
): Promise<number> => runCommand({ usage: USAGE, parse }, args, env, output);
