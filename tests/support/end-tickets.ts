import type { Site } from './site.ts';

/** Has the ticket of an address be over, as if its two hours had passed. */
export const endTickets = async ({ db }: Site, email: string): Promise<void> => {
  const passed = { expires_at: new Date() };
  await db.updateTable('sign_ups').set(passed).where('email', '=', email).execute();
};
