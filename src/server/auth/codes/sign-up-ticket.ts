import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { type AuditEntry, withPartition } from '#server/audit/audit.ts';
import { hashToken } from '#server/config/keys.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SignUpState } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import type { Services } from '#server/services.ts';

/** A sign-up that the holder of its current ticket can continue. */
export interface SignUp {
  email: string;
  state: SignUpState;
}

export const ticketMissing = (): HttpError =>
  new HttpError('ticket_missing', 'Please verify your email address first.');

const isCurrentTicket = (ticket: string) => sql<SqlBool>`token_hash = ${hashToken(ticket)}
  and expires_at > now() and state <> 'accepted'`;

/** The sign-up of a ticket; undefined if the ticket was replaced or has expired, or the account is accepted. */
const findSignUp = async (
  db: Kysely<Database>,
  ticket: string | undefined,
): Promise<SignUp | undefined> =>
  ticket === undefined
    ? undefined
    : db
        .selectFrom('sign_ups')
        .where(isCurrentTicket(ticket))
        .select(['email', 'state'])
        .executeTakeFirst();

/**
 * Runs one step of a sign-up in a transaction. Every change of a sign-up locks its row first, so that no
 * step runs concurrently with a new ticket or with the acceptance of the account.
 *
 * @throws HttpError `ticket_missing` if the ticket is not the current one
 */
export const continueSignUp = <Result>(
  db: Kysely<Database>,
  ticket: string,
  step: (trx: Transaction<Database>, signUp: SignUp) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    const signUp = await trx
      .selectFrom('sign_ups')
      .where(isCurrentTicket(ticket))
      .select(['email', 'state'])
      .forUpdate()
      .executeTakeFirst();
    if (!signUp) throw ticketMissing();
    return step(trx, signUp);
  });

/** Locks and returns the sign-up of an address. Lock order: sign-up before user. */
export const lockSignUp = (trx: Transaction<Database>, email: string) =>
  trx
    .selectFrom('sign_ups')
    .where('email', '=', email)
    .select(['state', 'accepted_by'])
    .forUpdate()
    .executeTakeFirst();

/** Sets the state of a sign-up. */
export const setSignUpState = async (
  trx: Transaction<Database>,
  email: string,
  state: SignUpState,
): Promise<void> => {
  await trx.updateTable('sign_ups').set({ state }).where('email', '=', email).execute();
};

/** Deletes the sign-up of an address whose account is complete. */
export const endSignUp = async (trx: Transaction<Database>, email: string): Promise<void> => {
  await trx.deleteFrom('sign_ups').where('email', '=', email).execute();
};

/** Deletes the sign-up of a ticket, and audits that in the same statement. */
export const revokeTicket = async (
  db: Kysely<Database>,
  ticket: string | undefined,
  network: string,
): Promise<void> => {
  if (ticket === undefined) return;
  const revoke = db
    .with('revoked', (query) =>
      query.deleteFrom('sign_ups').where('token_hash', '=', hashToken(ticket)).returning('email'),
    )
    .insertInto('audit')
    .columns(['event', 'outcome', 'email', 'network'])
    .expression((from) =>
      from
        .selectFrom('revoked')
        .select(({ val }) => [
          val<AuditEntry['event']>('ticket.revoked').as('event'),
          val('accepted').as('outcome'),
          'email',
          val(network).as('network'),
        ]),
    );
  await withPartition(db, () => revoke.execute());
};

/** The current ticket of a sign-up, and its verified email address. */
interface VerifiedTicket {
  ticket: string;
  email: string;
}

// Set by `requireSignUpTicket`, before the body is read.
const tickets = new WeakMap<FastifyRequest, VerifiedTicket>();

/** An onRequest hook that requires a valid sign-up ticket. */
export const requireSignUpTicket =
  ({ db, cookies }: Pick<Services, 'db' | 'cookies'>): onRequestAsyncHookHandler =>
  async (request) => {
    const ticket = cookies.ticket(request);
    const signUp = await findSignUp(db, ticket);
    if (ticket === undefined || !signUp) throw ticketMissing();
    tickets.set(request, { ticket, email: signUp.email });
  };

/** The ticket of a request that passed `requireSignUpTicket`. */
export const verifiedTicket = (request: FastifyRequest): VerifiedTicket => {
  const verified = tickets.get(request);
  if (!verified) throw ticketMissing();
  return verified;
};
