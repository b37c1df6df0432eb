import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { noAccount } from './back-office-error.ts';

/**
 * Says for the company of an address whether its people belong to the ATS area.
 *
 * @returns one line about what holds now
 * @throws BackOfficeError when nobody has signed up with the address
 */
export const switchAts = async (
  db: Kysely<Database>,
  email: string,
  isEnabled: boolean,
): Promise<string> => {
  const company = await db
    .updateTable('companies')
    .from('users')
    .set({ ats_enabled: isEnabled })
    .whereRef('users.company_id', '=', 'companies.id')
    .where('users.email', '=', email)
    .returning('companies.name')
    .executeTakeFirst();
  if (!company) throw noAccount(email);
  return `ATS is ${isEnabled ? 'on' : 'off'} for ${company.name}.\n`;
};
