import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { isEmail } from '#contract/email.ts';
import { passwordLimits } from '../auth/logins/log-in.ts';
import { now } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import { attributionLines } from '../leads/sales-mails.ts';
import { secondsToWait } from '../limits/rate-limits.ts';
import { audited, CommandError, formatSecond, formatTable, noAccount } from './run-command.ts';

/**
 * Ends the live sessions of an account, or of everybody.
 *
 * @returns one line with their number
 * @throws CommandError if the address has no account
 */
export const logOut = (db: Kysely<Database>, email: string | undefined): Promise<string> =>
  audited(db, async (trx) => {
    // Locked first: a login that is under way has opened its session before.
    const user =
      email === undefined
        ? undefined
        : await trx
            .selectFrom('users')
            .where('email', '=', email)
            .select('id')
            .forUpdate()
            .executeTakeFirst();
    if (email !== undefined && !user) throw noAccount(email);
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .$if(user !== undefined, (sessions) => sessions.where('user_id', '=', user?.id ?? ''))
      .executeTakeFirstOrThrow();
    return {
      text: `${email ?? 'Everybody'} is logged out. Ended sessions: ${numUpdatedRows}.\n`,
      entry: { event: 'operator.logged-out', outcome: 'accepted', email, userId: user?.id },
    };
  });

/** Largest integer of PostgreSQL. */
const INTEGER_MAX = 2 ** 31 - 1;

/**
 * Ends what a restored backup has revived: all sessions, codes, sign-up tickets, challenges and passkeys, of
 * which nobody can tell the removed from the living, and the device cookies of before.
 *
 * @returns one line about what was ended
 */
export const markRestored = (db: Kysely<Database>): Promise<string> =>
  audited(db, async (trx) => {
    const deleted = async (table: 'passkeys' | 'codes' | 'sign_ups' | 'passkey_challenges') =>
      (await trx.deleteFrom(table).executeTakeFirstOrThrow()).numDeletedRows;
    const { numUpdatedRows: sessions } = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    const [passkeys, codes, signUps] = [
      await deleted('passkeys'),
      await deleted('codes'),
      await deleted('sign_ups'),
    ];
    await deleted('passkey_challenges');
    // Random: a count would come to the same number again when the same backup is restored twice.
    await trx
      .updateTable('installation')
      .set({ generation: randomInt(1, INTEGER_MAX) })
      .execute();
    return {
      text: `Ended sessions: ${sessions}, passkeys: ${passkeys}, codes: ${codes}, sign-ups: ${signUps}, and every device cookie.\n`,
      entry: { event: 'operator.restored', outcome: 'accepted' },
    };
  });

/**
 * Remembers that mail to an address came back. The next sign-up with it says so, until a code of the address is
 * verified.
 *
 * @returns one line
 * @throws CommandError if it is no email address
 */
export const markBounced = (db: Kysely<Database>, email: string): Promise<string> =>
  audited(db, async (trx) => {
    if (!isEmail(email)) throw new CommandError(`This is not an email address: ${email}`);
    await sql`insert into bounces (email) values (${email})
      on conflict (email) do update set bounced_at = now()`.execute(trx);
    return {
      text: `Noted for ${email}: the next sign-up with it says that mail came back.\n`,
      entry: { event: 'operator.bounced', outcome: 'accepted', email },
    };
  });

/**
 * Sets whether the users of a company are sent to the ATS area after login. The company is the one
 * of the address.
 *
 * @returns one line with the new state
 * @throws CommandError if the address has no account
 */
export const setAtsEnabled = (
  db: Kysely<Database>,
  email: string,
  isEnabled: boolean,
): Promise<string> =>
  audited(db, async (trx) => {
    const company = await trx
      .updateTable('companies')
      .from('users')
      .set({ ats_enabled: isEnabled })
      .whereRef('users.company_id', '=', 'companies.id')
      .where('users.email', '=', email)
      .returning(['companies.name', 'users.id as userId'])
      .executeTakeFirst();
    if (!company) throw noAccount(email);
    const outcome = isEnabled ? 'enabled' : 'disabled';
    return {
      text: `ATS is ${isEnabled ? 'on' : 'off'} for ${company.name}.\n`,
      entry: { event: 'operator.ats', outcome, email, userId: company.userId },
    };
  });

/**
 * Formats the company and the user of an address, without secrets.
 *
 * @throws CommandError if the address has no account
 */
export const showCompany = async (db: Kysely<Database>, email: string): Promise<string> => {
  const row = await db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.email', '=', email)
    .selectAll('companies')
    .select([
      'users.id as user_id',
      'users.name as user_name',
      'users.privilege',
      'users.status',
      'users.created_at as joined_at',
    ])
    .select((on) =>
      on
        .selectFrom('sessions')
        .whereRef('sessions.user_id', '=', 'users.id')
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .select(sql<number>`count(*)::integer`.as('count'))
        .as('sessions'),
    )
    .executeTakeFirst();
  if (!row) throw noAccount(email);
  const lockedForS = await secondsToWait(db, passwordLimits({ email, device: '' }));
  return formatTable([
    ['Company', row.name],
    ['Company id', row.id],
    ['Shown as', row.display_name ?? '–'],
    ['Website', row.website],
    ['Location', row.location],
    ['Departments', row.departments.join(', ')],
    ['Plan', row.planname],
    ['Chosen plan', row.chosen_plan ?? '–'],
    ...attributionLines(row.attribution).map(({ label, value }) => [label, value]),
    ['ATS', row.ats_enabled ? 'on' : 'off'],
    ['Signed up', formatSecond(row.created_at)],
    [''],
    ['User', row.user_name],
    ['User id', row.user_id],
    ['Email', email],
    ['Privilege', row.privilege],
    ['Status', row.status],
    ['Created', formatSecond(row.joined_at)],
    ['Sessions', String(row.sessions ?? 0)],
    ['Password', lockedForS > 0 ? `closed to unknown browsers for ${lockedForS} s` : 'open'],
  ]);
};
