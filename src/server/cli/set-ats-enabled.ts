import type { Kysely } from 'kysely';
import type { Database } from '../database/types.ts';
import { noAccount } from './command-error.ts';

/**
 * Sets whether the users of a company are sent to the ATS area after login. The company is the one
 * of the address.
 *
 * @returns one line with the new state
 * @throws CommandError if the address has no account
 */
export const setAtsEnabled = async (
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
