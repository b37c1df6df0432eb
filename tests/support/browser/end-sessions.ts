import type { Site } from './site.ts';

/** Ends every session of a user in the database, as a logout on other devices would. */
export const endSessions = async ({ db }: Site, email: string): Promise<void> => {
  const user = db.selectFrom('users').where('email', '=', email).select('id');
  await db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('user_id', 'in', user)
    .execute();
};
