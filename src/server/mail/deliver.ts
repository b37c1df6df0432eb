import type { Kysely } from 'kysely';
import { isRegistered } from '../accounts/create-user.ts';
import { forgetRequest, makeCode } from '../codes/make-code.ts';
import type { Database } from '../db/types.ts';
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
  /** Keys the hash of codes. */
  key: Buffer;
}

const deliverCode = async (
  { db, mail, key }: Parts,
  due: DueMail & { kind: 'code' },
  giveUp: AbortSignal,
) => {
  const { purpose, device, challenge } = due.payload;
  const request = { email: due.recipient, purpose, device, challenge };
  // A login code for nobody. Its request goes on counting: a limit that forgot it would tell who
  // has an account.
  if (purpose === 'login' && !(await isRegistered(db, due.recipient))) return 'dropped';
  const code = due.isExpired ? undefined : await makeCode(db, key, request);
  const forget = async () => {
    // A login's goes on counting, as it does for an address without an account.
    if (purpose === 'sign-up') await forgetRequest(db, request);
  };
  if (code === undefined) {
    await forget();
    return 'dropped';
  }
  try {
    await mail.send({ to: due.recipient, ...codeMail(code) }, giveUp);
  } catch (error) {
    if (error instanceof MailRefusedError) await forget();
    throw error;
  }
  return 'sent';
};

const messageOf = (due: DueMail & { kind: Exclude<MailKind, 'code'> }) => {
  if (due.kind === 'sales') return salesMail(due.payload);
  return due.kind === 'lead' ? leadMail(due.payload) : passwordChangedMail();
};

/** Writes the mail of an outbox row, a code included, and hands it to the transport. */
export const createDelivery =
  (parts: Parts) =>
  async (due: DueMail, giveUp: AbortSignal): Promise<'sent' | 'dropped'> => {
    if (due.kind === 'code') return deliverCode(parts, due, giveUp);
    if (due.isExpired) return 'dropped';
    await parts.mail.send({ to: due.recipient, ...messageOf(due) }, giveUp);
    return 'sent';
  };
