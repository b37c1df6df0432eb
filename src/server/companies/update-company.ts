import type { Kysely } from 'kysely';
import { now } from '../db/time.ts';
import type { Database } from '../db/types.ts';

/**
 * Sets what candidates see of a company: its display name, and a text about it.
 *
 * @returns whether that company is the owner's
 */
export const updateCompany = async (
  db: Kysely<Database>,
  { id, ownerEmail, ...texts }: { id: string; ownerEmail: string; name: string; about: string },
): Promise<boolean> => {
  const updated = await db
    .updateTable('companies')
    .set({ display_name: texts.name.trim(), about: texts.about.trim(), updated_at: now })
    .where('id', '=', id)
    .where('owner_email', '=', ownerEmail)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
};
