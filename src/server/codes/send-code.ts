import type { FastifyRequest } from 'fastify';
import type { CodeSentAnswer } from '#contract/answers.ts';
import { RESEND_PAUSE_MS } from '#contract/limits.ts';
import { type AuditEntry, audit } from '../audit.ts';
import type { CodePurpose } from '../db/types.ts';
import { clientNetwork } from '../http/client-network.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { mailboxSubject, networkLimits, networkRates } from '../limits/rates.ts';
import type { Services } from '../services.ts';
import { type CodeRequest, codeLimits, requestCode } from './request-code.ts';

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

/**
 * Counts a request for a code against its client's network, before anything is known of the address
 * and whatever the answer will be.
 *
 * @throws Refusal `too_many_requests`
 */
export const countCodeRequest = (
  { db }: Pick<Services, 'db'>,
  request: FastifyRequest,
  asked: CodeRequest,
): Promise<void> => {
  const entry = entryOf(request, asked);
  return limitRequest(db, request, networkLimits(networkRates.codes, entry.network, asked), {
    message: TOO_MANY,
    entry: { ...entry, outcome: 'limited' },
  });
};

/**
 * Asks for a code, keeps the outcome and wakes the mail worker.
 *
 * @throws Refusal `too_many_requests` with the seconds to wait
 */
export const sendCode = async (
  { db, wakeMail }: Pick<Services, 'db' | 'wakeMail'>,
  request: FastifyRequest,
  asked: CodeRequest,
): Promise<CodeSentAnswer> => {
  const entry = entryOf(request, asked);
  await limitRequest(db, request, codeLimits(asked), {
    message: TOO_MANY,
    entry: { ...entry, outcome: 'limited' },
    countedBy: mailboxSubject(asked),
  });
  await requestCode(db, asked);
  await audit(db, { ...entry, outcome: 'accepted' });
  wakeMail();
  return { message: 'sent', retryAfter: RESEND_PAUSE_MS / MS_PER_S };
};
