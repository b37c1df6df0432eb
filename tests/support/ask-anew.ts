import { sql } from 'kysely';
import type { Site } from './site.ts';

/** Has the pause before another code be over for everybody, as if it had been waited out. */
export const endResendPauses = async ({ db }: Site): Promise<void> => {
  await db.updateTable('code_sends').set({ sent_at: sql`sent_at - interval '1 minute'` }).execute();
};
