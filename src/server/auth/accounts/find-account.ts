import { type Kysely, sql, type Transaction } from 'kysely';
import type { UserStatus } from '#contract/session.ts';
import type { Database } from '#server/database/types.ts';

/** A user's account for login. */
export interface Account {
  id: string;
  status: UserStatus;
  passwordHash: string;
  isAtsEnabled: boolean;
  /** Generation of the installation. */
  generation: number;
}

/** Generation of the installation, as a column of another query. */
export const generation = sql<number>`(select generation from installation where id)`.as(
  'generation',
);

const accountOf = (db: Kysely<Database>, email: string) =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.email', '=', email)
    .select([
      'users.id',
      'users.status',
      'users.password_hash as passwordHash',
      'companies.ats_enabled as isAtsEnabled',
      generation,
    ]);

/** The account of a canonical email address; undefined if there is none. */
export const findAccount = (db: Kysely<Database>, email: string): Promise<Account | undefined> =>
  accountOf(db, email).executeTakeFirst();

/** The same, and nothing changes or removes the user until the transaction ends. */
export const findAndLockAccount = (
  trx: Transaction<Database>,
  email: string,
): Promise<Account | undefined> => accountOf(trx, email).forShare('users').executeTakeFirst();
