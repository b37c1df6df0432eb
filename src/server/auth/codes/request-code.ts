import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ResponseBody } from '#contract/calls/all-calls.ts';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { MS_PER_S } from '#contract/durations.ts';
import { type AuditEntry, withAudit, withPartition } from '#server/audit/audit.ts';
import { type KeyRing, keyedHash } from '#server/config/keys.ts';
import { fromNow } from '#server/database/time.ts';
import type { CodePurpose, Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { type Limit, type LimitStage, limitRequestByStages } from '#server/limits/rate-limits.ts';
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

export interface CodeRequest extends Mailbox {
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

const mailKeyOf = (challenge: string): string => `code ${challenge}`;

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

/**
 * What became of the mail with the latest sign-up code of an address; `unknown` to a browser that did not ask
 * for that code. `bounced`: it was sent, but mail to the address has come back before. A worker of the version before
 * leaves `postponed` in the outcome of a mail that it sends later. A next try that is overdue is not `postponed`: the
 * mails before it take their time.
 */
export const findSignUpMail = async (
  db: Kysely<Database>,
  { email, browser }: { email: string; browser: string },
): Promise<ResponseBody<'signUpMail'>> => {
  const { rows } = await sql<{ message: ResponseBody<'signUpMail'>['message']; dueInS: number }>`
    select case when sent_at is null and outcome = 'postponed' and next_at > now() then 'postponed'
        when sent_at is null then 'trying'
        when outcome = 'refused' then 'refused'
        when exists (select from bounces where bounces.email = codes.email) then 'bounced'
        else 'sent' end as message,
      ceil(extract(epoch from next_at - now()))::integer as "dueInS"
    from codes join outbox on dedupe_key = ${mailKeyOf('')}::text || challenge
    where email = ${email} and purpose = 'sign-up' and device = '' and payload->>'browser' = ${browser}`.execute(
    db,
  );
  const { message, dueInS } = rows[0] ?? { message: 'unknown', dueInS: 0 };
  return message === 'postponed' ? { message, retryAfter: dueInS } : { message };
};

/** Deletes the login codes of an address, of all devices. */
export const endLoginCodes = async (db: Kysely<Database>, email: string): Promise<void> => {
  await db.deleteFrom('codes').where('email', '=', email).where('purpose', '=', 'login').execute();
};
