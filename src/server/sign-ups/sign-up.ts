import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { CODE_TRIES, TICKET_LIFETIME_MS } from '#contract/limits.ts';
import { NOBODYS_HASH } from '../accounts/password-hash.ts';
import { withPartition } from '../audit.ts';
import { codeHash } from '../codes/code-hash.ts';
import { endLoginCodes } from '../codes/verify-code.ts';
import { now } from '../db/time.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database, SignUpState } from '../db/types.ts';
import { Refusal } from '../refusal.ts';
import { hashToken, randomToken } from '../sessions/tokens.ts';

const MS_PER_S = 1000;

/** The sign-up of an address, as the holder of its present ticket may go on with it. */
export interface SignUp {
  email: string;
  state: SignUpState;
}

export const ticketMissing = (): Refusal =>
  new Refusal('ticket_missing', 'Please verify your email address first.');

/** Whoever proves an address again may not find what an earlier holder of a ticket has left there. */
const withdrawUser = async (
  trx: Transaction<Database>,
  { id, email }: { id: string; email: string },
): Promise<void> => {
  await trx
    .updateTable('users')
    .set({ password_hash: NOBODYS_HASH })
    .where('id', '=', id)
    .execute();
  await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await endLoginCodes(trx, email);
};

const isPresent = (ticket: string) => sql<SqlBool>`token_hash = ${hashToken(ticket)}
  and expires_at > now() and state <> 'accepted'`;

/** The sign-up of a ticket; undefined when the ticket was replaced, has expired or the account is accepted. */
export const findSignUp = async (
  db: Kysely<Database>,
  ticket: string | undefined,
): Promise<SignUp | undefined> =>
  ticket === undefined
    ? undefined
    : db
        .selectFrom('sign_ups')
        .where(isPresent(ticket))
        .select(['email', 'state'])
        .executeTakeFirst();

/**
 * Takes a sign-up one step further. Its row is locked first by everything that changes what belongs to
 * it, so that a ticket that is replaced meanwhile, or an account that is accepted, leaves nothing behind.
 *
 * @throws Refusal `ticket_missing` when the ticket is not the present one (any more)
 */
export const continueSignUp = <Result>(
  db: Kysely<Database>,
  ticket: string,
  step: (trx: Transaction<Database>, signUp: SignUp) => Promise<Result>,
): Promise<Result> =>
  inTransaction(db, async (trx) => {
    const signUp = await trx
      .selectFrom('sign_ups')
      .where(isPresent(ticket))
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
 * Tries a sign-up code; if it holds, puts a new ticket in the place of any older one, and logs that: all
 * of it in the function `open_sign_up` of the migrations.
 *
 * @returns whether the address has a user; undefined when the code doesn't hold
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
 * Tries a sign-up code, and opens the sign-up of its address if it holds: a new ticket takes the
 * place of any older one. Counting the try, consuming the code and replacing the ticket happen
 * together. What a former ticket made goes on from where it stands, but the password it set, the
 * sessions it opened and the login codes it asked for are withdrawn. An accepted account has no
 * sign-up any more. That the code held is kept in the audit log.
 *
 * @returns the ticket, for the cookie; undefined when the code does not hold
 */
export const proveAddress = async (
  db: Kysely<Database>,
  key: Buffer,
  proof: Proof,
): Promise<string | undefined> => {
  const { email } = proof;
  const ticket = randomToken();
  const hasUser = await openSignUp(db, key, { ...proof, ticket });
  if (hasUser === undefined) return undefined;
  if (!hasUser) return ticket;
  // No former ticket does anything any more, and nobody has the new one yet.
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
      await withdrawUser(trx, user);
      await setSignUpState(trx, email, 'user made');
    }
    return true;
  });
  return isOpen ? ticket : undefined;
};

/** Locks the sign-up of an address, which everybody does before the user's row, and reads it. */
export const lockSignUp = (trx: Transaction<Database>, email: string) =>
  trx
    .selectFrom('sign_ups')
    .where('email', '=', email)
    .select(['state', 'accepted_by'])
    .forUpdate()
    .executeTakeFirst();

/** Notes how far a sign-up has come. */
export const setSignUpState = async (
  trx: Transaction<Database>,
  email: string,
  state: SignUpState,
): Promise<void> => {
  await trx.updateTable('sign_ups').set({ state }).where('email', '=', email).execute();
};

/** Ends the sign-up of an address: its account is there. */
export const endSignUp = async (trx: Transaction<Database>, email: string): Promise<void> => {
  await trx.deleteFrom('sign_ups').where('email', '=', email).execute();
};

/** Ends the sign-up of a ticket before its time. */
export const endTicket = async (
  db: Kysely<Database>,
  ticket: string | undefined,
): Promise<void> => {
  if (ticket === undefined) return;
  await db.deleteFrom('sign_ups').where('token_hash', '=', hashToken(ticket)).execute();
};
