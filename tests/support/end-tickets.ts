import type { Site } from './site.ts';

/** Has every ticket of an address be over, as if its two hours had passed. */
export const endTickets = async ({ db }: Site, email: string): Promise<void> => {
  const passed = { expires_at: new Date() };
  await db.updateTable('tickets').set(passed).where('email', '=', email).execute();
};
