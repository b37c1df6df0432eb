import { expect } from 'vitest';
import { CODE_SUBJECT } from '../server/mail/caught-mail.ts';
import type { Site } from './site.ts';

/** The code of the latest mail with one to an address, once the outbox has no pending mail for it. */
export const latestCode = async ({ db, inbox }: Site, email: string): Promise<string> => {
  const underWay = () =>
    db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .where('sent_at', 'is', null)
      .execute();
  await expect.poll(underWay).toEqual([]);
  const newest = inbox.received.findLast(
    ({ recipients, mail }) => recipients.includes(email) && CODE_SUBJECT.test(mail.subject ?? ''),
  );
  return (newest?.mail.text ?? '').slice(0, 6);
};
