import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { MS_PER_S } from '#contract/durations.ts';
import { TICKET_LIFETIME_MS } from '#contract/session.ts';
import { withPartition } from '#server/audit/audit.ts';
import type { KeyRing } from '#server/config/keys.ts';
import { now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { DUMMY_HASH } from '../accounts/passwords.ts';
import { continueSignUp, endSignUp, setSignUpState } from '../sessions/sign-up-ticket.ts';
import { hashToken, randomToken } from '../sessions/tokens.ts';
import { codeHashes } from './request-code.ts';

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

/** A typed login code. */
interface LoginProof {
  email: string;
  code: string;
  /** From `findKnownDevice`. */
  devices: readonly string[];
}

/**
 * What the SQL functions ask of a typed login code: address, devices and hashes. A code that a known device has
 * requested is valid only for that device.
 */
export const loginCodeArguments = (keys: KeyRing, { email, code, devices }: LoginProof) =>
  sql`${email}, ${['', ...devices]}, ${codeHashes(keys, { purpose: 'login', email, code })}`;

/**
 * Tries a login code by the SQL function `try_login_code`, which counts the attempt and compares, so that
 * of any number of concurrent guesses only `CODE_TRIES` are evaluated. Attempts of a known device count for
 * its own code and for the shared one.
 *
 * @returns whether the code is right; `log_in_by_code` decides
 * @throws as `count`
 */
export const tryLoginCode = async (
  keys: KeyRing,
  proof: LoginProof,
  count: CountAttempt,
): Promise<boolean> => {
  const judgement = sql<boolean>`try_login_code(${loginCodeArguments(keys, proof)}, ${CODE_TRIES})`;
  return (await count(judgement)) === true;
};

/** Deletes the login codes of an address, of all devices. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
