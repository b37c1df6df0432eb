import { expect } from 'vitest';
import type { Site } from './site.ts';

/** The code of the latest mail to an address, once the outbox has no pending mail for it. */
export const latestCode = async ({ db, inbox }: Site, email: string): Promise<string> => {
  const underWay = () =>
    db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .where('sent_at', 'is', null)
      .execute();
  await expect.poll(underWay).toEqual([]);
  const newest = inbox.received.findLast(({ recipients }) => recipients.includes(email));
  return (newest?.mail.text ?? '').slice(0, 6);
};
