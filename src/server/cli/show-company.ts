import { type Kysely, sql } from 'kysely';
import { passwordLimits } from '../auth/logins/password-tries.ts';
import type { Database } from '../database/types.ts';
import { secondsToWait } from '../limits/rate-limit.ts';
import { noAccount } from './command-error.ts';
import { formatSecond, formatTable } from './format-table.ts';

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
        .where('expires_at', '>', sql<Date>`now()`)
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
