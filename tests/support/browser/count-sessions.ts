import type { Site } from './site.ts';

/** The number of open sessions of a user, and how many `session ended` audit rows the user has. */
export const countSessions = async (
  { db }: Site,
  email: string,
): Promise<{ open: number; endings: number }> => {
  const user = db.selectFrom('users').where('email', '=', email).select('id');
  const open = await db
    .selectFrom('sessions')
    .where('user_id', 'in', user)
    .where('ended_at', 'is', null)
    .select('id')
    .execute();
  const endings = await db
    .selectFrom('audit')
    .where('user_id', 'in', user)
    .where('event', '=', 'session')
    .where('outcome', '=', 'ended')
    .select('id')
    .execute();
  return { open: open.length, endings: endings.length };
};
