import type { Kysely } from 'kysely';
import type { UserStatus } from '#contract/answers.ts';
import type { Database } from '../db/types.ts';

/** Who logs in, and where the company's people belong. */
export interface Account {
  id: string;
  status: UserStatus;
  passwordHash: string;
  isAtsEnabled: boolean;
}

/** The account of a canonical address. */
export const findAccount = (db: Kysely<Database>, email: string): Promise<Account | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .where('users.email', '=', email)
    .select([
      'users.id',
      'users.status',
      'users.password_hash as passwordHash',
      'companies.ats_enabled as isAtsEnabled',
    ])
    .executeTakeFirst();
