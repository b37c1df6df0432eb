import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { noAccount } from './back-office-error.ts';
import { columns, moment } from './columns.ts';

const ROWS_MAX = 500;

/**
 * The newest outcomes of an address and its user, oldest first. An address without an account may
 * have some: somebody has tried it.
 *
 * @throws BackOfficeError when there is neither an account nor an outcome
 */
export const listAudit = async (db: Kysely<Database>, email: string): Promise<string> => {
  const user = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  const rows = await db
    .selectFrom('audit')
    .where((on) => on.or([on('email', '=', email), ...(user ? [on('user_id', '=', user.id)] : [])]))
    .select(['at', 'event', 'outcome', 'network'])
    .orderBy('at', 'desc')
    .limit(ROWS_MAX)
    .execute();
  if (!user && rows.length === 0) throw noAccount(email);
  const lines = rows
    .reverse()
    .map(({ at, event, outcome, network }) => [moment(at), event, outcome, network ?? '–']);
  const table = columns([['When', 'What', 'Outcome', 'From'], ...lines]);
  return rows.length < ROWS_MAX ? table : `${table}These are the newest ${ROWS_MAX}.\n`;
};
