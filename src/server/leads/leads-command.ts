import { explainCommandFailure } from '../back-office/explain-command-failure.ts';
import { withBackOffice } from '../back-office/open-back-office.ts';
import { readSettings } from '../read-settings.ts';
import { type Lead, listLeads } from './list-leads.ts';
import { toCsv, toJson } from './print-leads.ts';

const USAGE = `npm run leads -- --csv [--since DATE]    demo requests for a spreadsheet
npm run leads -- --json [--since DATE]   demo requests for a program

DATE is a day or a moment, like 2026-11-21 or 2026-11-21T09:30:00Z; a day begins at midnight UTC.
It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

const BEGINNING = new Date(0);
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z)?$/;

interface Wish {
  print: (leads: readonly Lead[]) => string;
  since: Date;
}

/** Where the command writes; a process is one. */
interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const formats: Record<string, Wish['print']> = { '--csv': toCsv, '--json': toJson };

const dateOf = (text: string): Date | undefined => {
  const date = new Date(text);
  // February 30 would be read as a day in March.
  const isReal = DATE.test(text) && date.getTime() >= 0;
  return isReal && date.toISOString().startsWith(text.slice(0, 10)) ? date : undefined;
};

const parse = ([format = '', since, date, ...rest]: readonly string[]): Wish | undefined => {
  const print = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (!print || rest.length > 0) return undefined;
  if (since === undefined) return { print, since: BEGINNING };
  const moment = since === '--since' && date !== undefined ? dateOf(date) : undefined;
  return moment && { print, since: moment };
};

/**
 * Prints the demo requests.
 *
 * @param args the words after `npm run leads --`; the format comes first
 * @returns the exit code: 0 done, 1 failed with one line on stderr, 2 misused
 */
export const runLeadsCommand = async (
  args: readonly string[],
  env: Record<string, string | undefined>,
  { stdout, stderr }: Output = process,
): Promise<number> => {
  if (args.includes('--help')) {
    stdout.write(USAGE);
    return DONE;
  }
  const wish = parse(args);
  if (!wish) {
    stderr.write(USAGE);
    return MISUSED;
  }
  try {
    const leads = await withBackOffice(readSettings(env), (db) => listLeads(db, wish.since));
    stdout.write(wish.print(leads));
    return DONE;
  } catch (error) {
    stderr.write(`${explainCommandFailure(error)}\n`);
    return FAILED;
  }
};
