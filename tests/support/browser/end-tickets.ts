import type { Site } from './site.ts';

/** Expires the sign-up ticket of an address in the database. */
export const endTickets = async ({ db }: Site, email: string): Promise<void> => {
  const passed = { expires_at: new Date() };
  await db.updateTable('sign_ups').set(passed).where('email', '=', email).execute();
};
