import type { Kysely } from 'kysely';
import { now } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import { noAccount } from './command-error.ts';
import { audited } from './run-command.ts';

/**
 * Ends the live sessions of an account, or of everybody.
 *
 * @returns one line with their number
 * @throws CommandError if the address has no account
 */
export const logOut = (db: Kysely<Database>, email: string | undefined): Promise<string> =>
  audited(db, async (trx) => {
    // Locked first: a login that is under way has opened its session before.
    const user =
      email === undefined
        ? undefined
        : await trx
            .selectFrom('users')
            .where('email', '=', email)
            .select('id')
            .forUpdate()
            .executeTakeFirst();
    if (email !== undefined && !user) throw noAccount(email);
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .$if(user !== undefined, (sessions) => sessions.where('user_id', '=', user?.id ?? ''))
      .executeTakeFirstOrThrow();
    return {
      text: `${email ?? 'Everybody'} is logged out. Ended sessions: ${numUpdatedRows}.\n`,
      entry: { event: 'operator.logged-out', outcome: 'accepted', email, userId: user?.id },
    };
  });
