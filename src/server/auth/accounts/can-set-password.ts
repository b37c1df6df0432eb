import type { Kysely } from 'kysely';
import { PASSWORD_RESET_WINDOW_MS } from '#contract/password.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { liveSession } from '../sessions/live-session.ts';

/**
 * Whether a live session may set its user's password without the old one: the account is not accepted
 * yet, or the session was opened by a code or a passkey within `PASSWORD_RESET_WINDOW_MS`.
 */
export const canSetPassword = async (
  db: Kysely<Database>,
  owner: { userId: string; sessionId: string },
): Promise<boolean> => {
  const row = await liveSession(db, owner)
    .where((on) =>
      on.or([
        on('users.status', '=', 'sent'),
        on.and([
          on('sessions.opened_by', 'in', ['code', 'passkey']),
          on('sessions.opened_at', '>', ago(PASSWORD_RESET_WINDOW_MS)),
        ]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
};
