import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { CODE_TRIES } from '#contract/code.ts';
import { TICKET_LIFETIME_MS } from '#contract/ticket.ts';
import { now } from '#server/database/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Database, SignUpState } from '#server/database/types.ts';
import { HttpError } from '#server/http/http-error.ts';
import { withPartition } from '../audit.ts';
import { codeHash } from '../codes/code-hash.ts';
import { endLoginCodes } from '../codes/verify-code.ts';
import { hashToken, randomToken } from '../sessions/tokens.ts';
import { DUMMY_HASH } from './password-hash.ts';

const MS_PER_S = 1000;

/** A sign-up that the holder of its current ticket can continue. */
export interface SignUp {
  email: string;
  state: SignUpState;
}

export const ticketMissing = (): HttpError =>
  new HttpError('ticket_missing', 'Please verify your email address first.');

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

const isCurrentTicket = (ticket: string) => sql<SqlBool>`token_hash = ${hashToken(ticket)}
  and expires_at > now() and state <> 'accepted'`;

/** The sign-up of a ticket; undefined if the ticket was replaced or has expired, or the account is accepted. */
export const findSignUp = async (
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

interface Proof {
  email: string;
  code: string;
  /** The client's network, for the audit log. */
  network: string;
}

/**
 * Verifies a sign-up code by the SQL function `open_sign_up` of the migrations, which also replaces the
 * ticket and inserts the audit row.
 *
 * @returns whether the address has a user; undefined if the code is invalid
 */
const openSignUp = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, code, network, ticket }: Proof & { ticket: string },
): Promise<boolean | undefined> => {
  const hash = codeHash(key, { purpose: 'sign-up', email, code });
  const statement = sql<{ hasUser: boolean | null }>`select open_sign_up(${email}, ${hash},
    ${CODE_TRIES}, ${hashToken(ticket)}, ${TICKET_LIFETIME_MS / MS_PER_S}, ${network}) as "hasUser"`;
  const { rows } = await withPartition(db, () => statement.execute(db));
  return rows[0]?.hasUser ?? undefined;
};

/**
 * Verifies a sign-up code and opens the sign-up of its address. Counting the attempt, consuming the code
 * and replacing the ticket are atomic. A company and a user of an earlier ticket stay, but the password,
 * sessions and login codes of that ticket are revoked. An accepted account gets no ticket. A valid code
 * is audited.
 *
 * @returns the ticket for the cookie; undefined if the code is invalid
 */
export const verifySignUpCode = async (
  db: Kysely<Database>,
  key: Buffer,
  proof: Proof,
): Promise<string | undefined> => {
  const { email } = proof;
  const ticket = randomToken();
  const hasUser = await openSignUp(db, key, { ...proof, ticket });
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
      await setSignUpState(trx, email, 'user made');
    }
    return true;
  });
  return isOpen ? ticket : undefined;
};

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

/** Deletes the sign-up of a ticket. */
export const revokeTicket = async (
  db: Kysely<Database>,
  ticket: string | undefined,
): Promise<void> => {
  if (ticket === undefined) return;
  await db.deleteFrom('sign_ups').where('token_hash', '=', hashToken(ticket)).execute();
};
