import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { generation } from './find-account.ts';

export interface NewUser {
  /** Canonical and verified email address. */
  email: string;
  companyId: string;
  name: string;
  privilege: string;
  passwordHash: string;
}

/**
 * Creates the user of an email address. Idempotent: a repeated call returns the same id and, until the
 * account is accepted, replaces the password.
 *
 * @returns the user's id and the generation of the installation; undefined if the account is already
 * accepted
 */
export const createUser = (
  db: Kysely<Database>,
  user: NewUser,
): Promise<{ id: string; generation: number } | undefined> =>
  db
    .with('company', (query) =>
      query.updateTable('companies').set({ has_user: true }).where('id', '=', user.companyId),
    )
    .insertInto('users')
    .values({
      email: user.email,
      company_id: user.companyId,
      name: user.name,
      privilege: user.privilege,
      password_hash: user.passwordHash,
      status: 'sent',
    })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .doUpdateSet({ password_hash: sql<string>`excluded.password_hash` })
        .where('users.status', '=', 'sent'),
    )
    .returning(['id', generation])
    .executeTakeFirst();

/** Whether a user with this email address exists. */
export const isRegistered = async (db: Kysely<Database>, email: string): Promise<boolean> => {
  const user = await db
    .selectFrom('users')
    .where('email', '=', email)
    .select('id')
    .executeTakeFirst();
  return user !== undefined;
};
