import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { type AuditEntry, withPartition } from '#server/audit/audit.ts';
import { hashToken, type KeyRing, randomToken } from '#server/config/keys.ts';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SignUpState } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import type { Services } from '#server/services.ts';
import { DUMMY_HASH } from '../accounts/passwords.ts';
import { codeHashes } from './request-code.ts';

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

/** Maximum attempts to verify one code, the correct one included. */
export const CODE_TRIES = 5;

interface Proof {
  email: string;
  code: string;
  /** The client's network, for the audit log. */
  network: string;
}

/**
 * Counts an attempt against its limits and, if they accept it, evaluates a judgement of it in the same
 * statement (`limitRequestByStages`): whether a code is live then costs no transaction.
 */
export type CountAttempt = (
  judgement: RawBuilder<boolean | null>,
) => Promise<boolean | null | undefined>;

/**
 * Verifies a sign-up code by the SQL function `database/functions/open_sign_up.sql`, which also replaces the
 * ticket and inserts the audit row.
 *
 * @returns whether the address has a user; undefined if the code is invalid
 */
const openSignUp = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { email, code, network, ticket }: Proof & { ticket: string },
  count: CountAttempt,
): Promise<boolean | undefined> => {
  const hashes = codeHashes(keys, { purpose: 'sign-up', email, code });
  const judgement = sql<boolean | null>`open_sign_up(${email}, ${hashes}, ${CODE_TRIES},
    ${hashToken(ticket)}, ${TICKET_LIFETIME_MS / MS_PER_S}, ${network})`;
  return (await withPartition(db, () => count(judgement))) ?? undefined;
};

// An earlier holder of a ticket loses access: password, sessions and login codes of the user.
const revokeAccess = async (
  trx: Transaction<Database>,
  { id, email }: { id: string; email: string },
): Promise<void> => {
  await trx.updateTable('users').set({ password_hash: DUMMY_HASH }).where('id', '=', id).execute();
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await endLoginCodes(trx, email);
};

/**
 * Verifies a sign-up code and opens the sign-up of its address. Counting the attempt, consuming the code
 * and replacing the ticket are atomic. A company and a user of an earlier ticket stay, but the password,
 * sessions and login codes of that ticket are revoked. An accepted account gets no ticket. A valid code
 * is audited.
 *
 * @returns the ticket for the cookie; undefined if the code is invalid
 * @throws as `count`
 */
export const verifySignUpCode = async (
  db: Kysely<Database>,
  keys: KeyRing,
  proof: Proof,
  count: CountAttempt,
): Promise<string | undefined> => {
  const { email } = proof;
  const ticket = randomToken();
  const hasUser = await openSignUp(db, keys, { ...proof, ticket }, count);
  if (hasUser === undefined) return undefined;
  if (!hasUser) return ticket;
  // The earlier ticket is already invalid, and the new one is not yet sent.
  const isOpen = await continueSignUp(db, ticket, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .where('email', '=', email)
      .select(['id', 'email', 'status'])
      .forUpdate()
      .executeTakeFirst();
    if (user?.status === 'accepted') {
      await endSignUp(trx, email);
      return false;
    }
    if (user) {
      await revokeAccess(trx, user);
      await setSignUpState(trx, email, 'user_created');
    }
    return true;
  });
  return isOpen ? ticket : undefined;
};

/** Deletes the login codes of an address, of all devices. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
