import type { FastifyRequest } from 'fastify';
import type { CodeSentAnswer } from '#contract/answers.ts';
import { type AuditEntry, audit, auditRefusal } from '../audit.ts';
import type { CodePurpose } from '../db/types.ts';
import { clientNetwork } from '../http/client-network.ts';
import { limitRequest } from '../limits/limit-request.ts';
import { mailboxSubject, networkLimits, networkRates } from '../limits/rates.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CodeRequest, requestCode } from './request-code.ts';

const EVENTS: Record<CodePurpose, AuditEntry['event']> = {
  'sign-up': 'code.requested',
  login: 'login.code.requested',
};

const entryOf = (request: FastifyRequest, { email, purpose }: CodeRequest) => ({
  event: EVENTS[purpose],
  email,
  network: clientNetwork(request),
});

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
    message: 'Please wait before you ask for another code.',
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
  try {
    const retryAfter = await requestCode(db, asked);
    await audit(db, { ...entry, outcome: 'accepted' });
    wakeMail();
    return { message: 'sent', retryAfter };
  } catch (error) {
    if (error instanceof Refusal)
      await auditRefusal(db, { ...entry, outcome: 'limited' }, mailboxSubject(asked));
    throw error;
  }
};
