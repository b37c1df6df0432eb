import type { Kysely, Transaction } from 'kysely';
import type { RequestBody } from '#contract/calls.ts';
import { endSignUp, lockSignUp } from '../auth/accounts/sign-up-ticket.ts';
import { withAudit, withPartition } from '../auth/audit.ts';
import type { ActiveSession } from '../auth/sessions/find-session.ts';
import { now } from '../database/time.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../database/types.ts';

/**
 * Updates the public profile of a user's company (display name and text), which finishes the sign-up of an
 * accepted account. Checks the session again, because the request body may arrive long after the headers.
 *
 * @param network the client's, for the audit
 * @returns false if the session has ended
 */
export const updateCompany = (
  db: Kysely<Database>,
  { id: sessionId, generation, user }: ActiveSession,
  { name, about }: Omit<RequestBody<'updateCompany'>, 'uuid'>,
  network?: string,
): Promise<boolean> => {
  const { id: userId, email, companyId } = user;
  const entry = { event: 'company.updated', outcome: 'accepted', email, userId, network } as const;
  const update = async (trx: Transaction<Database>) => {
    const signUp = await lockSignUp(trx, email);
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .where('first_generation', '<=', generation)
      .select('id')
      .forShare()
      .executeTakeFirst();
    if (!session) return false;
    await withAudit(trx, entry)
      .updateTable('companies')
      .set({ display_name: name.trim(), about: about.trim(), updated_at: now })
      .where('id', '=', companyId)
      .execute();
    if (signUp?.state === 'accepted') await endSignUp(trx, email);
    return true;
  };
  return withPartition(db, () => inTransaction(db, update));
};
