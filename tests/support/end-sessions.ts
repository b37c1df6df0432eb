import type { Site } from './site.ts';

/** Has every session of an address be over, as if they had logged out elsewhere. */
export const endSessions = async ({ db }: Site, email: string): Promise<void> => {
  const user = db.selectFrom('users').where('email', '=', email).select('id');
  await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', 'in', user)
    .execute();
};
