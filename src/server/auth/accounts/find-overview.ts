import type { Kysely } from 'kysely';
import type { UserStatus } from '#contract/session.ts';
import type { Database } from '#server/database/types.ts';

/** A user and the company, for the application page. */
export interface Overview {
  name: string;
  email: string;
  status: UserStatus;
  company: string;
  plan: string;
  isAtsEnabled: boolean;
  /** Name of the logo, for `paths.logo`. */
  logo: string | null;
}

/** The user and the company of an id; undefined if the user does not exist. */
export const findOverview = (db: Kysely<Database>, userId: string): Promise<Overview | undefined> =>
  db
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .leftJoin('logos', 'logos.company_id', 'companies.id')
    .where('users.id', '=', userId)
    .select([
      'users.name',
      'users.email',
      'users.status',
      'companies.name as company',
      'companies.planname as plan',
      'companies.ats_enabled as isAtsEnabled',
      'logos.name as logo',
    ])
    .executeTakeFirst();
