import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { ResponseBody } from '#contract/calls.ts';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import type { Services } from '#server/config/services.ts';
import { fromNow } from '#server/database/time.ts';
import type { CodePurpose, Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { type LimitStage, limitRequestByStages } from '#server/limits/limit-request.ts';
import { type Limit, refundLimits } from '#server/limits/rate-limit.ts';
import {
  knownDeviceLimits,
  type Mailbox,
  mailboxSubject,
  networkLimits,
  networkRates,
  rates,
} from '#server/limits/rates.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { type AuditEntry, withAudit, withPartition } from '../audit.ts';

export interface CodeRequest extends Mailbox {
  purpose: CodePurpose;
}

const MS_PER_S = 1000;

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

/** Limits that an attempt to verify a code counts against, valid or not, whether or not a code exists. */
export const codeTryLimits = (request: CodeRequest): Limit[] => [
  { rate: rates.codeTries, subject: subjectOf(request) },
  ...knownDeviceLimits(rates.knownCodeTries, request),
];

/**
 * Replaces the code of an address by a new challenge, enqueues its mail and audits the request, in one
 * statement. The mail worker generates the code, so that it is never stored in clear; until then no code is
 * valid.
 */
const enqueueCode = (
  db: Kysely<Database>,
  { email, purpose, device }: CodeRequest,
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
      payload: { purpose, device, challenge },
      lifetimeMs: CODE_LIFETIME_MS,
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
 * @throws HttpError `too_many_requests` with the seconds until the next code
 */
export const requestCode = async (
  { db, wakeMailWorker }: Pick<Services, 'db' | 'wakeMailWorker'>,
  request: FastifyRequest,
  codeRequest: CodeRequest,
  earlier: readonly LimitStage[] = [],
): Promise<ResponseBody<'sendLoginCode'>> => {
  const ofMailbox = stageOf(request, codeRequest, codeLimits(codeRequest));
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
