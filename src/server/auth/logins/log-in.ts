import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { required } from '#contract/text.ts';
import { auditFailure, withPartition } from '#server/audit/audit.ts';
import type { KeyRing, Keys } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { keyOf, type Limit, refundArguments } from '#server/limits/rate-limits.ts';
import { knownDeviceLimits, type Mailbox, mailboxSubject, rates } from '#server/limits/rates.ts';
import { KNOWN_DEVICE_PREFIX } from '#server/limits/work-queue.ts';
import type { Services } from '#server/services.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { verifyPassword } from '../accounts/passwords.ts';
import { CODE_TRIES, type CountAttempt, codeHashes, codeTryLimits } from '../codes/request-code.ts';
import {
  type Browser,
  browserArguments,
  type KnownDevice,
  noticeArguments,
  rememberDevice,
} from '../sessions/browsers.ts';
import {
  FIRST_GENERATION,
  REFRESH_LIFETIME_MS,
  type SessionTokens,
  sessionTokens,
} from '../sessions/tokens.ts';

/** A successful login: the account and the tokens of the new session. */
export interface Login {
  account: Account;
  tokens: SessionTokens;
}

const mailboxLimits = (mailbox: Mailbox): Limit[] =>
  [rates.passwordTries, rates.passwordTriesPerDay].map((rate) => ({
    rate,
    subject: mailboxSubject(mailbox),
  }));

const knownPasswordLimits = (mailbox: Mailbox): Limit[] =>
  knownDeviceLimits(rates.knownPasswordTries, mailbox);

/** Limits that a password attempt counts against, whether or not the account exists. */
export const passwordLimits = (mailbox: Mailbox): Limit[] => [
  ...mailboxLimits(mailbox),
  ...knownPasswordLimits(mailbox),
];

interface Attempt {
  email: string;
  code: string;
  known: KnownDevice;
  browser: Browser;
}

const entryOf = ({ email, browser: { network } }: Attempt) =>
  ({ event: 'login.code', email, network }) as const;

/** The response to a code that does not log in, whatever the reason. */
export const loginCodeInvalid = (): HttpError =>
  // Not 401, which makes the client refresh its session.
  new HttpError('code_invalid', 'Invalid OTP', { field: 'otp' });

/**
 * What the SQL functions ask of a typed login code: address, devices and hashes. A code that a known device has
 * requested is valid only for that device.
 */
const loginCodeArguments = (keys: KeyRing, { email, code, known }: Attempt) =>
  sql`${email}, ${['', ...known.ids]}, ${codeHashes(keys, { purpose: 'login', email, code })}`;

/**
 * Tries a login code by the SQL function `try_login_code`, which counts the attempt and compares, so that
 * of any number of concurrent guesses only `CODE_TRIES` are evaluated. Attempts of a known device count for
 * its own code and for the shared one.
 *
 * @returns whether the code is right; `log_in_by_code` decides
 * @throws as `count`
 */
const tryLoginCode = async (
  keys: KeyRing,
  attempt: Attempt,
  count: CountAttempt,
): Promise<boolean> => {
  const judgement = sql<boolean>`try_login_code(${loginCodeArguments(keys, attempt)}, ${CODE_TRIES})`;
  return (await count(judgement)) === true;
};

type OpenedByCode = Account & { sessionId: string };

/** Consumes a right code and opens a session, by the SQL function `log_in_by_code`: in one statement. */
const openSessionByCode = async (
  db: Kysely<Database>,
  keys: Keys,
  attempt: Attempt,
): Promise<Login | undefined> => {
  const { email, browser, known } = attempt;
  const { device } = known;
  const { rows } = await sql<OpenedByCode>`select user_id as id, user_status as status,
      user_password_hash as "passwordHash", is_ats_enabled as "isAtsEnabled",
      installation_generation as "installationGeneration", session_id as "sessionId"
    from log_in_by_code(${loginCodeArguments(keys.codes, attempt)},
      ${noticeArguments(browser, device !== '')}, ${refundArguments(codeTryLimits({ email, device, purpose: 'login' }))},
      ${browserArguments(browser)}, ${REFRESH_LIFETIME_MS / MS_PER_S})`.execute(db);
  const [opened] = rows;
  if (!opened) return undefined;
  const { sessionId, ...account } = opened;
  return { account, tokens: sessionTokens(keys.sessions, sessionId, FIRST_GENERATION) };
};

/**
 * Logs in by a mailed code. Codes have their own limits, so this works while password login is locked. The
 * user's row is looked up for a right code only, so that a wrong one costs the same for every address.
 *
 * @throws HttpError `code_invalid`, the same for a wrong, expired or used code and for an address without an
 * account; as `count`
 */
export const logInByCode = async (
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  attempt: Attempt,
  count: CountAttempt,
): Promise<Login> => {
  const isRight = await tryLoginCode(keys.codes, attempt, count);
  const login = isRight
    ? await withPartition(db, () => openSessionByCode(db, keys, attempt))
    : undefined;
  if (login) return login;
  await auditFailure(db, { ...entryOf(attempt), outcome: 'rejected' });
  throw loginCodeInvalid();
};

interface PasswordProof {
  account: Account;
  /** Canonical email address of the account. */
  email: string;
  /** Id of the device, if the account knows it; else empty. */
  device: string;
  browser: Browser;
}

/**
 * Opens a session for a user whose password was verified against the account's hash, by the SQL function
 * `log_in_by_password`: in one statement. It refunds the attempt, and resets the limits of a known device. The failed
 * attempts of other clients still count: a reset would reveal the login and allow new guesses.
 *
 * @returns undefined if the password has changed since
 */
export const openSessionByPassword = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { account, email, device, browser }: PasswordProof,
): Promise<SessionTokens | undefined> => {
  const mailbox = { email, device };
  const isKnown = device !== '';
  const reset = isKnown ? mailboxLimits(mailbox).map(keyOf) : [];
  const refunded = isKnown ? knownPasswordLimits(mailbox) : mailboxLimits(mailbox);
  const { rows } = await sql<{ id: string | null }>`select log_in_by_password(${account.id},
    ${account.passwordHash}, ${email}, ${noticeArguments(browser, isKnown)}, ${reset},
    ${refundArguments(refunded)}, ${browserArguments(browser)}, ${REFRESH_LIFETIME_MS / MS_PER_S}) as id`.execute(
    db,
  );
  const { id } = required(rows[0]);
  return id === null ? undefined : sessionTokens(keys, id, FIRST_GENERATION);
};

/**
 * Logs in by password. An address without an account costs the same work (one query, one hash) and gets
 * the same response, so that accounts cannot be enumerated. The caller has counted the attempt.
 *
 * @throws HttpError `unauthenticated`; `unavailable` if the hashing queue is full
 */
export const logInByPassword = async (
  { db, keys, hashing }: Pick<Services, 'db' | 'keys' | 'hashing'>,
  {
    email,
    password,
    known,
    browser,
  }: Pick<PasswordProof, 'email' | 'browser'> & { password: string; known: KnownDevice },
): Promise<Login> => {
  const { network } = browser;
  const entry = { event: 'login.password', email, network } as const;
  const { device } = known;
  const account = known.account ?? (await findAccount(db, email));
  const key = device === '' ? wideNetworkOf(network) : `${KNOWN_DEVICE_PREFIX}${device}`;
  const isCorrect = await hashing.run(key, () => verifyPassword(account?.passwordHash, password));
  const tokens =
    account && isCorrect
      ? await withPartition(db, () =>
          openSessionByPassword(db, keys.sessions, { account, email, device, browser }),
        )
      : undefined;
  if (!account || !tokens) {
    // Without the user's id, whose index entry only a known address would cost.
    await auditFailure(db, { ...entry, outcome: 'rejected' });
    throw new HttpError('unauthenticated', 'Wrong email or password');
  }
  return { account, tokens };
};

/** Sets the cookies of a new session, wakes the worker for its notice, and returns the response. */
export const finishLogin = (
  services: Pick<Services, 'keys' | 'cookies' | 'wakeMailWorker'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, tokens }: Login,
): ResponseBody<'login'> => {
  services.cookies.setSession(reply, tokens);
  rememberDevice(services, request, reply, account);
  services.wakeMailWorker();
  return {
    ATSEnabled: account.isAtsEnabled,
    success: { uuid: account.id, status: account.status },
  };
};
