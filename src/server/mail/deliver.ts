import type { Kysely } from 'kysely';
import { isRegistered } from '../auth/accounts/create-user.ts';
import { makeCode, refundCodeRequest } from '../auth/codes/make-code.ts';
import type { Database } from '../database/types.ts';
import type { Mail } from './mail.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import type { DueMail, MailKind } from './outbox.ts';
import { codeMail } from './templates/code-mail.ts';
import { leadMail } from './templates/lead-mail.ts';
import { passwordChangedMail } from './templates/password-changed-mail.ts';
import { salesMail } from './templates/sales-mail.ts';

interface Parts {
  db: Kysely<Database>;
  mail: Mail;
  /** Key of code hashes. */
  key: Buffer;
}

const deliverCode = async (
  { db, mail, key }: Parts,
  due: DueMail & { kind: 'code' },
  abortSignal: AbortSignal,
) => {
  const { purpose, device, challenge } = due.payload;
  const request = { email: due.recipient, purpose, device, challenge };
  // An address without an account. Its request still counts: a refund would reveal that there is none.
  if (purpose === 'login' && !(await isRegistered(db, due.recipient))) return 'dropped';
  const code = due.isExpired ? undefined : await makeCode(db, key, request);
  const refund = async () => {
    // A login request still counts, as it does for an address without an account.
    if (purpose === 'sign-up') await refundCodeRequest(db, request);
  };
  if (code === undefined) {
    await refund();
    return 'dropped';
  }
  try {
    await mail.send({ to: due.recipient, ...codeMail(code) }, abortSignal);
  } catch (error) {
    if (error instanceof MailRefusedError) await refund();
    throw error;
  }
  return 'sent';
};

const messageOf = (due: DueMail & { kind: Exclude<MailKind, 'code'> }) => {
  if (due.kind === 'sales') return salesMail(due.payload);
  return due.kind === 'lead' ? leadMail(due.payload) : passwordChangedMail();
};

/** Renders the mail of an outbox row, generating the code if it has one, and sends it. */
export const createDelivery =
  (parts: Parts) =>
  async (due: DueMail, abortSignal: AbortSignal): Promise<'sent' | 'dropped'> => {
    if (due.kind === 'code') return deliverCode(parts, due, abortSignal);
    if (due.isExpired) return 'dropped';
    await parts.mail.send({ to: due.recipient, ...messageOf(due) }, abortSignal);
    return 'sent';
  };
