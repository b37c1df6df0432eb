import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { UserStatus } from '#contract/session.ts';
import type { Database } from '#server/database/types.ts';

/** A user's account for login. */
export interface Account {
  id: string;
  status: UserStatus;
  passwordHash: string;
  isAtsEnabled: boolean;
  /** Generation of the installation, which its device cookies have: 0 until a backup is restored. */
  installationGeneration: number;
}

/** Generation of the installation, as a column of another query. */
export const installationGeneration =
  sql<number>`(select generation from installation where id)`.as('installationGeneration');

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
      installationGeneration,
    ]);

/** The account of a canonical email address; undefined if there is none. */
export const findAccount = (db: Kysely<Database>, email: string): Promise<Account | undefined> =>
  accountOf(db, email).executeTakeFirst();

/** The same, and nothing changes or removes the user until the transaction ends. */
export const findAndLockAccount = (
  trx: Transaction<Database>,
  email: string,
): Promise<Account | undefined> => accountOf(trx, email).forShare('users').executeTakeFirst();

/** An accepted user owns the company, so that no sign-up may change it. */
export const hasAcceptedUser = sql<SqlBool>`exists (
  select from users where users.company_id = companies.id and users.status = 'accepted')`;

/** The id of the company of a sign-up; undefined if there is none or it has an accepted user. */
export const companyOf = async (
  db: Kysely<Database>,
  ownerEmail: string,
): Promise<string | undefined> => {
  const company = await db
    .selectFrom('companies')
    .where('owner_email', '=', ownerEmail)
    .where(({ not }) => not(hasAcceptedUser))
    .select('id')
    .executeTakeFirst();
  return company?.id;
};

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

interface NewUser {
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
): Promise<{ id: string; installationGeneration: number } | undefined> =>
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
    .returning(['id', installationGeneration])
    .executeTakeFirst();
