import type { Kysely } from 'kysely';
import { now } from '../db/time.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database } from '../db/types.ts';
import type { ActiveSession } from '../sessions/find-session.ts';
import { endSignUp, lockSignUp } from '../sign-ups/sign-up.ts';

/**
 * Sets what candidates see of a user's company: its display name, and a text about it. With that the
 * sign-up of an accepted account is done. Whether the session still lives is looked at once more: the
 * body of the request may have come long after its head.
 *
 * @returns false when the session has ended
 */
export const updateCompany = (
  db: Kysely<Database>,
  { id: sessionId, user }: ActiveSession,
  { name, about }: { name: string; about: string },
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const signUp = await lockSignUp(trx, user.email);
    const session = await trx
      .selectFrom('sessions')
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .select('id')
      .forShare()
      .executeTakeFirst();
    if (!session) return false;
    await trx
      .updateTable('companies')
      .set({ display_name: name.trim(), about: about.trim(), updated_at: now })
      .where('id', '=', user.companyId)
      .execute();
    if (signUp?.state === 'accepted') await endSignUp(trx, user.email);
    return true;
  });
