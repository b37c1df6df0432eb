import { type Kysely, type SqlBool, sql } from 'kysely';
import type { CreateCompany } from '#contract/schemas.ts';
import { withScheme } from '#contract/website.ts';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';

/** A company whose people have accepted their accounts belongs to them, not to a sign-up. */
const hasAcceptedUser = sql<SqlBool>`exists (
  select from users where users.company_id = companies.id and users.status = 'accepted')`;

/**
 * Creates the company of a verified address, once: repeating it gives the same id and takes over
 * corrected fields.
 *
 * @returns the company's id; undefined when it is no sign-up's any more
 */
export const createCompany = async (
  db: Kysely<Database>,
  ownerEmail: string,
  { name, website, location, departments, planname }: CreateCompany,
): Promise<string | undefined> => {
  const fields = {
    name: name.trim(),
    website: withScheme(website),
    location: location.trim(),
    departments,
    planname,
    updated_at: now,
  };
  const created = await db
    .insertInto('companies')
    .values({ owner_email: ownerEmail, ...fields })
    .onConflict((conflict) =>
      conflict
        .column('owner_email')
        .doUpdateSet(fields)
        .where(({ not }) => not(hasAcceptedUser)),
    )
    .returning('id')
    .executeTakeFirst();
  return created?.id;
};

/** The id of the company that a sign-up has made for an address. */
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
