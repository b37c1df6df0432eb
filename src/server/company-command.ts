import { canonicalEmail } from '#contract/email.ts';
import { readAuditPage } from './back-office/audit-page.ts';
import { BackOfficeError } from './back-office/back-office-error.ts';
import { eraseAccount } from './back-office/erase-account.ts';
import { listAudit } from './back-office/list-audit.ts';
import { type Output, runCommand, type Work } from './back-office/run-command.ts';
import { showCompany } from './back-office/show-company.ts';
import { switchAts } from './back-office/switch-ats.ts';

const USAGE = `npm run company -- ats on|off <email>   whether a company's people belong to the ATS area
npm run company -- show <email>         the company and the user of an address
npm run company -- audit <email>        who tried to get in, and what came of it: the newest 500
    --no-refusals                        leaves out what was refused, but for stolen sessions
    --before MOMENT                      what is older, like 2026-11-21 or 2026-11-21T09:30:00Z; the
                                         last line of a full page has the command for the next
npm run company -- erase <email> --yes  forgets an address for good: its user, its demo requests, and
                                         its company unless others belong to it

It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

/** What cannot be undone is done only when it is confirmed. */
const erase =
  (email: string, confirmation: string | undefined): Work =>
  async (db) => {
    if (confirmation === undefined)
      throw new BackOfficeError(`This can't be undone. To erase ${email}, add --yes.`);
    return eraseAccount(db, email);
  };

const parse = (args: readonly string[]): Work | undefined => {
  const [command, address = '', confirmation, ...more] = args;
  if (command === 'erase' && address !== '' && more.length === 0)
    return confirmation === undefined || confirmation === '--yes'
      ? erase(canonicalEmail(address), confirmation)
      : undefined;
  if (command === 'audit') {
    const asked = readAuditPage(args.slice(1));
    return asked && ((db) => listAudit(db, canonicalEmail(asked.address), asked.page));
  }
  const email = canonicalEmail(args.at(-1) ?? '');
  const words = args.slice(0, -1).join(' ');
  if (words === 'ats on' || words === 'ats off')
    return (db) => switchAts(db, email, words === 'ats on');
  if (words === 'show') return (db) => showCompany(db, email);
  return undefined;
};

/**
 * The back office of companies.
 *
 * @param args the words after `npm run company --`
 * @returns the exit code: 0 done, 1 failed with one line on stderr, 2 misused
 */
export const runCompanyCommand = (
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output = process,
): Promise<number> => runCommand({ usage: USAGE, parse }, args, env, output);
