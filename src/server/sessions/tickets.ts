import type { Kysely } from 'kysely';
import { TICKET_LIFETIME_MS } from '#contract/limits.ts';
import { fromNow, now } from '../db/time.ts';
import type { Database } from '../db/types.ts';
import { hashToken, randomToken } from './tokens.ts';

/** Opens a sign-up ticket for a verified address; the answer is the cookie's value. */
export const openTicket = async (db: Kysely<Database>, email: string): Promise<string> => {
  const ticket = randomToken();
  await db
    .insertInto('tickets')
    .values({ hash: hashToken(ticket), email, expires_at: fromNow(TICKET_LIFETIME_MS) })
    .execute();
  return ticket;
};

/** The verified address of a ticket; undefined when there is none or its time is over. */
export const ticketEmail = async (
  db: Kysely<Database>,
  ticket: string | undefined,
): Promise<string | undefined> => {
  if (ticket === undefined) return undefined;
  const row = await db
    .selectFrom('tickets')
    .where('hash', '=', hashToken(ticket))
    .where('expires_at', '>', now)
    .select('email')
    .executeTakeFirst();
  return row?.email;
};

/** Ends a ticket before its time. */
export const endTicket = async (
  db: Kysely<Database>,
  ticket: string | undefined,
): Promise<void> => {
  if (ticket === undefined) return;
  await db.deleteFrom('tickets').where('hash', '=', hashToken(ticket)).execute();
};
