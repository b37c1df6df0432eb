import type { Kysely } from 'kysely';
import { PASSKEY_CHANGE_WINDOW_MS } from '#contract/passkey.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { liveSession } from '../sessions/live-session.ts';

/**
 * Whether a live session may change its user's passkeys: it was opened within `PASSKEY_CHANGE_WINDOW_MS`,
 * so that a browser left open or a stolen cookie is not enough, and the account is accepted. An account
 * that is not may still pass to whoever verifies its address next.
 */
export const canChangePasskeys = async (
  db: Kysely<Database>,
  owner: { userId: string; sessionId: string },
): Promise<boolean> => {
  const row = await liveSession(db, owner)
    .where('users.status', '=', 'accepted')
    .where('sessions.opened_at', '>', ago(PASSKEY_CHANGE_WINDOW_MS))
    .executeTakeFirst();
  return row !== undefined;
};
