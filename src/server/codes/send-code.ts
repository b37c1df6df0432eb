import type { CodeSentAnswer } from '#contract/answers.ts';
import { type AuditEntry, audit, auditRefusal } from '../audit.ts';
import type { CodePurpose } from '../db/types.ts';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type CodeRequest, requestCode } from './request-code.ts';

const EVENTS: Record<CodePurpose, AuditEntry['event']> = {
  'sign-up': 'code.requested',
  login: 'login.code.requested',
};

/**
 * Asks for a code, keeps the outcome and wakes the mail worker.
 *
 * @throws Refusal `too_many_requests` with the seconds to wait
 */
export const sendCode = async (
  { db, wakeMail }: Pick<Services, 'db' | 'wakeMail'>,
  request: CodeRequest,
): Promise<CodeSentAnswer> => {
  const { email, network, purpose } = request;
  const entry = { event: EVENTS[purpose], email, network };
  const { isAccepted, retryAfterS } = await requestCode(db, request);
  if (!isAccepted) {
    await auditRefusal(db, { ...entry, outcome: 'limited' }, network);
    throw new Refusal('too_many_requests', 'Please wait before you ask for another code.', {
      retryAfterS,
    });
  }
  await audit(db, { ...entry, outcome: 'accepted' });
  wakeMail();
  return { message: 'sent', retryAfter: retryAfterS };
};
