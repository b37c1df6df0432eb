import type { Kysely } from 'kysely';
import type { CreateCompany } from '#contract/schemas.ts';
import { withScheme } from '#contract/website.ts';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';

/**
 * Creates the company of a verified address, once: repeating it gives the same id and takes over
 * corrected fields (decisions, Sign-up).
 *
 * @returns the company's id
 */
export const createCompany = async (
  db: Kysely<Database>,
  ownerEmail: string,
  { name, website, location, departments, planname }: CreateCompany,
): Promise<string> => {
  const fields = {
    name: name.trim(),
    website: withScheme(website),
    location: location.trim(),
    departments,
    planname,
    updated_at: now,
  };
  const { id } = await db
    .insertInto('companies')
    .values({ owner_email: ownerEmail, ...fields })
    .onConflict((conflict) => conflict.column('owner_email').doUpdateSet(fields))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** The id of the company that a verified address has made. */
export const companyOf = async (
  db: Kysely<Database>,
  ownerEmail: string,
): Promise<string | undefined> => {
  const company = await db
    .selectFrom('companies')
    .where('owner_email', '=', ownerEmail)
    .select('id')
    .executeTakeFirst();
  return company?.id;
};
