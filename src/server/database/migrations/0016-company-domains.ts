import { type Kysely, sql } from 'kysely';

/**
 * By which a company of a domain is found: the owner's address read backwards begins with the domain. An
 * expression, because servers of the version before add companies too.
 */
export const companyDomains = {
  isOutsideTransaction: true,
  async up(db: Kysely<unknown>): Promise<void> {
    // A crash leaves an invalid index of this name.
    await sql`drop index concurrently if exists companies_domain`.execute(db);
    await sql`create index concurrently companies_domain
      on companies ((reverse(owner_email) collate "C"))`.execute(db);
  },
};
