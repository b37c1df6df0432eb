import type { Kysely } from 'kysely';
import type { Database } from '../database/types.ts';
import { noAccount } from './command-error.ts';
import { audited } from './run-command.ts';

/**
 * Sets whether the users of a company are sent to the ATS area after login. The company is the one
 * of the address.
 *
 * @returns one line with the new state
 * @throws CommandError if the address has no account
 */
export const setAtsEnabled = (
  db: Kysely<Database>,
  email: string,
  isEnabled: boolean,
): Promise<string> =>
  audited(db, async (trx) => {
    const company = await trx
      .updateTable('companies')
      .from('users')
      .set({ ats_enabled: isEnabled })
      .whereRef('users.company_id', '=', 'companies.id')
      .where('users.email', '=', email)
      .returning(['companies.name', 'users.id as userId'])
      .executeTakeFirst();
    if (!company) throw noAccount(email);
    const outcome = isEnabled ? 'enabled' : 'disabled';
    return {
      text: `ATS is ${isEnabled ? 'on' : 'off'} for ${company.name}.\n`,
      entry: { event: 'operator.ats', outcome, email, userId: company.userId },
    };
  });
