import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { CODE_LENGTH, CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { type AuditEntry, withAudit, withPartition } from '#server/audit/audit.ts';
import { type KeyRing, keyedHash } from '#server/config/keys.ts';
import { fromNow } from '#server/database/time.ts';
import type { CodePurpose, Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import {
  type Limit,
  type LimitStage,
  limitRequestByStages,
  refundLimits,
} from '#server/limits/rate-limits.ts';
import {
  knownDeviceLimits,
  type Mailbox,
  mailboxSubject,
  networkLimits,
  networkRates,
  rates,
} from '#server/limits/rates.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';

interface TypedCode {
  purpose: CodePurpose;
  email: string;
  code: string;
}

/** Keyed hash of a code for storage, bound to one email address and purpose: 32 bytes. */
export const codeHash = ([key]: KeyRing, { purpose, email, code }: TypedCode): Buffer =>
  keyedHash(key, purpose, email, code);

/** What the stored hash of a code may be, by any of the keys: for the SQL function `is_code`, in one value. */
export const codeHashes = (keys: KeyRing, code: TypedCode): Buffer =>
  Buffer.concat(keys.map((key) => codeHash([key], code)));

interface CodeRequest extends Mailbox {
  purpose: CodePurpose;
  /**
   * Hash of the browser that may ask what became of the mail (`findSignUpMail`). Nobody may for a login, because
   * the answer would reveal whether there is an account.
   */
  browser?: string;
}

const EVENTS: Record<CodePurpose, AuditEntry['event']> = {
  'sign-up': 'code.requested',
  login: 'login.code.requested',
};

const entryOf = (request: FastifyRequest, { email, purpose }: CodeRequest) => ({
  event: EVENTS[purpose],
  email,
  network: clientNetwork(request),
});

const TOO_MANY = 'Please wait before you ask for another code.';

const subjectOf = ({ purpose, email, device }: CodeRequest): string =>
  `${purpose} ${mailboxSubject({ email, device })}`;

/** Limits that a sent code counts against. They are refunded if the mail is never sent. */
export const codeLimits = (request: CodeRequest): Limit[] => [
  ...[rates.codePause, rates.codesPerHour, rates.codesPerDay].map((rate) => ({
    rate,
    subject: subjectOf(request),
  })),
  ...knownDeviceLimits(rates.knownCodesPerDay, request),
];

/** Maximum attempts to verify one code, the correct one included. */
export const CODE_TRIES = 5;

/** Limits that an attempt to verify a code counts against, valid or not, whether or not a code exists. */
export const codeTryLimits = (request: CodeRequest): Limit[] => [
  { rate: rates.codeTries, subject: subjectOf(request) },
  ...knownDeviceLimits(rates.knownCodeTries, request),
];

/**
 * Counts an attempt against its limits and, if they accept it, evaluates a judgement of it in the same
 * statement (`limitRequestByStages`): whether a code is live then costs no transaction.
 */
export type CountAttempt = (
  judgement: RawBuilder<boolean | null>,
) => Promise<boolean | null | undefined>;

/** Idempotency key of the mail with a code, which ends with its challenge. */
export const mailKeyOf = (challenge: string): string => `code ${challenge}`;

/**
 * Replaces the code of an address by a new challenge, enqueues its mail and audits the request, in one
 * statement. The mail worker generates the code, so that it is never stored in clear; until then no code is
 * valid.
 */
const enqueueCode = (
  db: Kysely<Database>,
  { email, purpose, device, browser }: CodeRequest,
  entry: AuditEntry,
): Promise<void> => {
  const challenge = randomUUID();
  const fresh = {
    challenge,
    hash: null,
    attempts: 0,
    consumed_at: null,
    expires_at: fromNow(CODE_LIFETIME_MS),
  };
  const stored = withAudit(db, { ...entry, outcome: 'accepted' }).with('code', (query) =>
    query
      .insertInto('codes')
      .values({ email, purpose, device, ...fresh })
      .onConflict((conflict) =>
        conflict.columns(['email', 'purpose', 'device']).doUpdateSet(fresh),
      ),
  );
  return withPartition(db, () =>
    enqueueMail(stored, {
      kind: 'code',
      recipient: email,
      payload: { purpose, device, challenge, ...(browser !== undefined && { browser }) },
      lifetimeMs: CODE_LIFETIME_MS,
      // A row without a key is deleted when it is sent.
      ...(browser !== undefined && { dedupeKey: mailKeyOf(challenge) }),
    }),
  );
};

const stageOf = (
  request: FastifyRequest,
  codeRequest: CodeRequest,
  limits: Limit[],
): LimitStage => ({
  limits,
  message: TOO_MANY,
  entry: { ...entryOf(request, codeRequest), outcome: 'limited' },
});

/** The limits of the client's network, which come before a look-up of the address. */
export const codeNetworkStage = (request: FastifyRequest, codeRequest: CodeRequest): LimitStage =>
  stageOf(
    request,
    codeRequest,
    networkLimits(networkRates.codes, clientNetwork(request), codeRequest),
  );

/**
 * Requests a code, audits the outcome and wakes the mail worker.
 *
 * @param earlier stages that are counted before the limits of the mailbox
 * @throws HttpError `resend_pause` if a code was sent a moment ago, else `too_many_requests`; both with the
 *   seconds until the next code
 */
export const requestCode = async (
  { db, wakeMailWorker }: Pick<Services, 'db' | 'wakeMailWorker'>,
  request: FastifyRequest,
  codeRequest: CodeRequest,
  earlier: readonly LimitStage[] = [],
): Promise<ResponseBody<'sendLoginCode'>> => {
  const ofMailbox: LimitStage = {
    ...stageOf(request, codeRequest, codeLimits(codeRequest)),
    distinct: { rate: rates.codePause, code: 'resend_pause' },
  };
  await limitRequestByStages(db, request, [...earlier, ofMailbox]);
  await enqueueCode(db, codeRequest, entryOf(request, codeRequest));
  wakeMailWorker();
  return { message: 'sent', retryAfter: RESEND_PAUSE_MS / MS_PER_S };
};

/** Refunds the limits of a code request whose mail was never sent. */
export const refundCodeRequest = async (
  db: Kysely<Database>,
  { challenge, ...request }: CodeRequest & { challenge: string },
): Promise<void> => {
  const latest = await db
    .selectFrom('codes')
    .where('email', '=', request.email)
    .where('challenge', '=', challenge)
    .select('email')
    .executeTakeFirst();
  // If a newer code was requested, the pause belongs to it and is not refunded.
  const limits = codeLimits(request).filter(({ rate }) => latest || rate !== rates.codePause);
  await refundLimits(db, limits);
};

/** A code request and the challenge whose code is to be generated. */
export type CodeChallenge = CodeRequest & { challenge: string };

const randomCode = (): string =>
  randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');

/**
 * Generates the codes of challenges and stores their hashes, in one statement. A code replaces an earlier
 * one of the same challenge, whose mail has failed. The row of a login without an account is written as well:
 * a guess that comes at the same time waits for it, whatever the address.
 *
 * @returns the codes by challenge; none for a challenge that was replaced or used, or has expired, and none
 *   for a login of an address without an account
 */
export const makeCodes = async (
  db: Kysely<Database>,
  keys: KeyRing,
  challenges: readonly CodeChallenge[],
): Promise<Map<string, string>> => {
  if (challenges.length === 0) return new Map();
  const made = challenges.map((request) => {
    const code = randomCode();
    return { ...request, code, hash: codeHash(keys, { ...request, code }) };
  });
  const column = <Name extends keyof (typeof made)[number]>(name: Name) =>
    made.map((row) => row[name]);
  const { rows } = await sql<{ challenge: string; isMade: boolean }>`update codes
    set attempts = 0, hash = case when codes.purpose <> 'login'
      or exists (select 1 from users where users.email = codes.email) then made.hash end
    from unnest(${column('email')}::text[], ${column('purpose')}::text[], ${column('device')}::text[],
      ${column('challenge')}::uuid[], ${column('hash')}::bytea[])
      as made (email, purpose, device, challenge, hash)
    where codes.email = made.email and codes.purpose = made.purpose and codes.device = made.device
      and codes.challenge = made.challenge and is_live(codes)
    returning codes.challenge, codes.hash is not null as "isMade"`.execute(db);
  const stored = new Set(rows.flatMap(({ challenge, isMade }) => (isMade ? [challenge] : [])));
  return new Map(
    made.flatMap(({ challenge, code }) => (stored.has(challenge) ? [[challenge, code]] : [])),
  );
};

/** Deletes the login codes of an address, of all devices. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
