import { type Kysely, type RawBuilder, sql } from 'kysely';
import { withScheme } from '#contract/company.ts';
import { hashPassword } from '#server/auth/accounts/passwords.ts';
import type { Database } from '#server/database/types.ts';
import { companyBody } from '../sign-up-steps.ts';

interface NewAccount {
  email: string;
  password: string;
  status?: 'sent' | 'accepted';
  isAtsEnabled?: boolean;
}

/** The row of a company, as `createCompany` stores it. */
export const companyRow = { ...companyBody, website: withScheme(companyBody.website) };

/** Inserts accepted accounts for the addresses that a query selects as `email`. */
export const insertAccounts = async (
  db: Kysely<Database>,
  emails: RawBuilder<{ email: string }>,
  passwordHash: string,
): Promise<void> => {
  const { departments, ...texts } = companyRow;
  const columns = sql.join([...Object.keys(texts), 'departments'].map((name) => sql.ref(name)));
  const values = [
    ...Object.values(texts).map((text) => sql`${text}::text`),
    sql`${departments}::text[]`,
  ];
  await sql`with made as (
      insert into companies (owner_email, has_user, ${columns})
      select email, true, ${sql.join(values)} from (${emails}) e returning id, owner_email)
    insert into users (email, company_id, name, privilege, password_hash, status)
    select owner_email, id, 'Asha Rao', 'Admin', ${passwordHash}, 'accepted' from made`.execute(db);
};

/** Inserts a company and its first user, as a sign-up creates them. */
export const insertAccount = async (
  db: Kysely<Database>,
  { email, password, status = 'accepted', isAtsEnabled = false }: NewAccount,
): Promise<void> => {
  const { id } = await db
    .insertInto('companies')
    .values({
      owner_email: email,
      ...companyRow,
      name: 'Acme Robotics',
      ats_enabled: isAtsEnabled,
      has_user: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('users')
    .values({
      email,
      company_id: id,
      name: 'Asha Rao',
      privilege: 'Admin',
      password_hash: await hashPassword(password),
      status,
    })
    .execute();
};
