import { canonicalEmail } from '#contract/email.ts';
import {
  logOut,
  markBounced,
  markRestored,
  setAtsEnabled,
  showCompany,
} from './company-changes.ts';
import { eraseAccount } from './erase-account.ts';
import { listAudit, parseAuditCursor } from './list-audit.ts';
import {
  CommandError,
  type Output,
  parseOptions,
  runCommand,
  UsageError,
  type Work,
} from './run-command.ts';

const USAGE = `npm run company -- ats on|off <email>   whether a company's people belong to the ATS area
npm run company -- show <email>         the company and the user of an address
npm run company -- audit <email>        login attempts and their outcomes: the newest 500
    --no-refusals                        leaves out failed attempts, except replayed sessions
    --before MOMENT                      older ones, like 2026-11-21 or 2026-11-21T09:30:00Z; the
                                         last line of a full page has the command for the next
npm run company -- bounced <email>      mail to the address came back after it was sent: the next
                                         sign-up with it says so
npm run company -- erase <email> --yes  deletes an address for good: its user, its demo requests, and
                                         its company unless others belong to it; tagged addresses
                                         of the mailbox too, unless they have an account
npm run company -- log-out <email>      ends the sessions of an account
npm run company -- log-out --all --yes  ends the sessions of everybody
npm run company -- restored --yes       after a backup is restored, before the server starts: ends what
                                         the backup has revived, which is all sessions, passkeys,
                                         codes, open sign-ups and device cookies

It reads the same settings as the server. With DATABASE_URL it works at any time; on the
embedded database in DATA_DIR, while the server is stopped.
`;

const parseAts = (args: readonly string[]): Work => {
  const [state, email = ''] = parseOptions(args, ['on|off', 'email'], {}).positionals;
  if (state !== 'on' && state !== 'off') throw new UsageError(`ats is on or off, not ${state}.`);
  return (db) => setAtsEnabled(db, canonicalEmail(email), state === 'on');
};

const parseShow = (args: readonly string[]): Work => {
  const [email = ''] = parseOptions(args, ['email'], {}).positionals;
  return (db) => showCompany(db, canonicalEmail(email));
};

const parseAudit = (args: readonly string[]): Work => {
  const { values, positionals } = parseOptions(args, ['email'], {
    before: { type: 'string' },
    'no-refusals': { type: 'boolean' },
  });
  const [email = ''] = positionals;
  const before = values.before === undefined ? undefined : parseAuditCursor(values.before);
  if (values.before !== undefined && !before)
    throw new UsageError(`--before is not a date or time: ${values.before}`);
  const page = { before, includesFailures: values['no-refusals'] !== true };
  return (db) => listAudit(db, canonicalEmail(email), page);
};

const parseBounced = (args: readonly string[]): Work => {
  const [email = ''] = parseOptions(args, ['email'], {}).positionals;
  return (db) => markBounced(db, canonicalEmail(email));
};

const parseErase = (args: readonly string[]): Work => {
  const { values, positionals } = parseOptions(args, ['email'], { yes: { type: 'boolean' } });
  const email = canonicalEmail(positionals[0] ?? '');
  return async (db) => {
    if (!values.yes) throw new CommandError(`This can't be undone. To erase ${email}, add --yes.`);
    return eraseAccount(db, email);
  };
};

const parseLogOut = (args: readonly string[]): Work => {
  const isForAll = args.includes('--all');
  const { values, positionals } = parseOptions(args, isForAll ? [] : ['email'], {
    all: { type: 'boolean' },
    yes: { type: 'boolean' },
  });
  if (isForAll && !values.yes)
    throw new CommandError('This ends the sessions of everybody. To log everybody out, add --yes.');
  return (db) => logOut(db, isForAll ? undefined : canonicalEmail(positionals[0] ?? ''));
};

const parseRestored = (args: readonly string[]): Work => {
  const { values } = parseOptions(args, [], { yes: { type: 'boolean' } });
  if (!values.yes)
    throw new CommandError(
      'This logs everybody out, removes every passkey, code and open sign-up, and forgets all browsers. After a backup is restored, add --yes.',
    );
  return markRestored;
};

const subcommands = new Map([
  ['ats', parseAts],
  ['show', parseShow],
  ['audit', parseAudit],
  ['bounced', parseBounced],
  ['erase', parseErase],
  ['log-out', parseLogOut],
  ['restored', parseRestored],
]);

const parse = ([name, ...args]: readonly string[]): Work => {
  if (name === undefined) throw new UsageError('Missing command.');
  const parseArgs = subcommands.get(name);
  if (!parseArgs) throw new UsageError(`Unknown command: ${name}`);
  return parseArgs(args);
};

/**
 * Shows and changes companies and their users.
 *
 * @param args after `npm run company --`
 * @returns the exit code of `runCommand`
 */
export const runCompanyCommand = (
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output = process,
): Promise<number> =>
  // A restored backup may be of an earlier version, and the server must not start before the command.
  runCommand({ usage: USAGE, parse, migrates: args[0] === 'restored' }, args, env, output);
