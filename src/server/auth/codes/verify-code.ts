import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import { CODE_TRIES } from '#contract/code.ts';
import { TICKET_LIFETIME_MS } from '#contract/ticket.ts';
import { now } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { DUMMY_HASH } from '../accounts/password-hash.ts';
import { continueSignUp, endSignUp, setSignUpState } from '../accounts/sign-up-ticket.ts';
import { withPartition } from '../audit.ts';
import { hashToken, randomToken } from '../sessions/tokens.ts';
import { codeHash } from './code-hash.ts';

const MS_PER_S = 1000;

interface Proof {
  email: string;
  code: string;
  /** The client's network, for the audit log. */
  network: string;
}

/**
 * Verifies a sign-up code by the SQL function `open_sign_up` of migration 0005, which also replaces the
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

/** The code was generated, is unused and unexpired, and has attempts left. */
const isLiveCode = sql<SqlBool>`hash is not null and consumed_at is null
  and expires_at > now() and attempts < ${sql.lit(CODE_TRIES)}`;

/**
 * Verifies a login code and consumes it. One statement counts the attempt, compares and consumes, so that
 * of any number of concurrent guesses only `CODE_TRIES` are evaluated. A code that a known device has
 * requested is valid only for that device. Its attempts count for its own code and for the shared one.
 *
 * @param device from `findKnownDevice`
 * @returns whether the code was valid
 */
export const verifyLoginCode = async (
  db: Kysely<Database>,
  key: Buffer,
  { email, code, device }: { email: string; code: string; device: string },
): Promise<boolean> => {
  const hash = codeHash(key, { purpose: 'login', email, code });
  const codes = await db
    .updateTable('codes')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      consumed_at: sql<Date | null>`case when hash = ${hash} then now() end`,
    }))
    .where('email', '=', email)
    .where('purpose', '=', 'login')
    .where('device', 'in', [...new Set(['', device])])
    .where(isLiveCode)
    .returning(sql<boolean>`hash = ${hash}`.as('isValid'))
    .execute();
  return codes.some(({ isValid }) => isValid);
};

/** Deletes the login codes of an address, of all devices. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
