import type { Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A time of the past that pictures can show. */
const OPENED_AT = new Date('2026-11-20T09:00:00Z');

/** Opens sessions of a user in two other browsers, one of which is unknown, in place of earlier ones. */
export const replaceSessions = async (db: Kysely<Database>, email: string): Promise<void> => {
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const sessions = [
    { browser: 'Firefox on Windows', network: '203.0.113.7' },
    { browser: '', network: '2001:db8:12:3400::/64' },
  ].map((session, index) => ({
    ...session,
    user_id: userId,
    opened_by: 'password' as const,
    opened_at: new Date(OPENED_AT.getTime() - index * DAY_MS),
    renewed_at: OPENED_AT,
    expires_at: new Date(Date.now() + DAY_MS),
  }));
  // The session of a real browser has the id of its device.
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('device', 'is', null)
    .execute();
  await db.insertInto('sessions').values(sessions).execute();
};
