import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { now } from '../database/time.ts';
import type { Database } from '../database/types.ts';
import { audited } from './run-command.ts';

/** Largest integer of PostgreSQL. */
const INTEGER_MAX = 2 ** 31 - 1;

/**
 * Ends what a restored backup has revived: all sessions, codes, sign-up tickets, challenges and passkeys, of
 * which nobody can tell the removed from the living, and the device cookies of before.
 *
 * @returns one line about what was ended
 */
export const markRestored = (db: Kysely<Database>): Promise<string> =>
  audited(db, async (trx) => {
    const deleted = async (table: 'passkeys' | 'codes' | 'sign_ups' | 'passkey_challenges') =>
      (await trx.deleteFrom(table).executeTakeFirstOrThrow()).numDeletedRows;
    const { numUpdatedRows: sessions } = await trx
      .updateTable('sessions')
      .set({ ended_at: now })
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    const [passkeys, codes, signUps] = [
      await deleted('passkeys'),
      await deleted('codes'),
      await deleted('sign_ups'),
    ];
    await deleted('passkey_challenges');
    // Random: a count would come to the same number again when the same backup is restored twice.
    await trx
      .updateTable('installation')
      .set({ generation: randomInt(1, INTEGER_MAX) })
      .execute();
    return {
      text: `Ended sessions: ${sessions}, passkeys: ${passkeys}, codes: ${codes}, sign-ups: ${signUps}, and every device cookie.\n`,
      entry: { event: 'operator.restored', outcome: 'accepted' },
    };
  });
