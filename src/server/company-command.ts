import type { Kysely } from 'kysely';
import { canonicalEmail } from '#contract/email.ts';
import { explainCommandFailure } from './back-office/explain-command-failure.ts';
import { listAudit } from './back-office/list-audit.ts';
import { withBackOffice } from './back-office/open-back-office.ts';
import { showCompany } from './back-office/show-company.ts';
import { switchAts } from './back-office/switch-ats.ts';
import type { Database } from './db/types.ts';
import { readSettings } from './read-settings.ts';

const USAGE = `npm run company -- ats on|off <e-mail>   whether a company's people belong to the ATS area
npm run company -- show <e-mail>         the company and the user of an address
npm run company -- audit <e-mail>        who tried to get in, and what came of it

It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

type Work = (db: Kysely<Database>) => Promise<string>;

/** Where a command writes; a process is one. */
interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

const parse = (args: readonly string[]): Work | undefined => {
  const email = canonicalEmail(args.at(-1) ?? '');
  const words = args.slice(0, -1).join(' ');
  if (words === 'ats on' || words === 'ats off')
    return (db) => switchAts(db, email, words === 'ats on');
  if (words === 'show') return (db) => showCompany(db, email);
  if (words === 'audit') return (db) => listAudit(db, email);
  return undefined;
};

/**
 * Runs a command of the back office.
 *
 * @param args the words after `npm run company --`
 * @returns the exit code: 0 done, 1 failed with one line on stderr, 2 misused
 */
export const runCompanyCommand = async (
  args: readonly string[],
  env: Record<string, string | undefined>,
  { stdout, stderr }: Output = process,
): Promise<number> => {
  if (args.includes('--help')) {
    stdout.write(USAGE);
    return DONE;
  }
  const work = parse(args);
  if (!work) {
    stderr.write(USAGE);
    return MISUSED;
  }
  try {
    stdout.write(await withBackOffice(readSettings(env), work));
    return DONE;
  } catch (error) {
    stderr.write(`${explainCommandFailure(error)}\n`);
    return FAILED;
  }
};
