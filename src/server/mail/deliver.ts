import type { Kysely } from 'kysely';
import { refundCodeRequest } from '../auth/codes/issue-code.ts';
import type { CodeChallenge } from '../auth/codes/make-codes.ts';
import type { Database } from '../database/types.ts';
import type { Mail, Message } from './mail.ts';
import { MailRefusedError } from './mail-refused-error.ts';
import type { DueMail, MailKind, MailPayloads } from './outbox.ts';
import { browserLinkMail } from './templates/browser-link-mail.ts';
import { codeMail } from './templates/code-mail.ts';
import { leadMail } from './templates/lead-mail.ts';
import { newBrowserMail } from './templates/new-browser-mail.ts';
import { passkeyAddedMail, passkeyRemovedMail } from './templates/passkey-mail.ts';
import { passwordChangedMail } from './templates/password-changed-mail.ts';
import { salesMail } from './templates/sales-mail.ts';

export type DueCodeMail = DueMail & { kind: 'code' };

/** Makes the link of a mail to an address; undefined if it has no account. */
export type LinkFor = (email: string) => Promise<string | undefined>;

interface Parts {
  db: Kysely<Database>;
  mail: Mail;
  /** Codes by challenge, from `makeCodes`. */
  codes: Promise<Map<string, string>>;
  linkFor: LinkFor;
  abortSignal: AbortSignal;
}

/** The code request of a mail. */
export const challengeOf = ({ recipient, payload }: DueCodeMail): CodeChallenge => ({
  email: recipient,
  purpose: payload.purpose,
  device: payload.device,
  challenge: payload.challenge,
});

const deliverCode = async (
  { db, mail, codes, abortSignal }: Parts,
  due: DueCodeMail,
): Promise<'sent' | 'dropped'> => {
  const request = challengeOf(due);
  const code = (await codes).get(request.challenge);
  const refund = async () => {
    // A login request still counts: otherwise its refund would reveal whether there is an account.
    if (request.purpose === 'sign-up') await refundCodeRequest(db, request);
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

const deliverLink = async (
  { mail, linkFor, abortSignal }: Parts,
  to: string,
): Promise<'sent' | 'dropped'> => {
  const link = await linkFor(to);
  if (link === undefined) return 'dropped';
  await mail.send({ to, ...browserLinkMail(link) }, abortSignal);
  return 'sent';
};

type OtherKind = Exclude<MailKind, 'code' | 'browserLink'>;

/** The messages of all other kinds. */
const templates: {
  [Kind in OtherKind]: (payload: MailPayloads[Kind]) => Omit<Message, 'to'>;
} = {
  sales: salesMail,
  lead: leadMail,
  passwordChanged: passwordChangedMail,
  passkeyAdded: passkeyAddedMail,
  passkeyRemoved: passkeyRemovedMail,
  newBrowser: newBrowserMail,
};

// A kind that is not in the table is of a newer version, whose worker will find the mail when it is retried.
const messageOf = <Kind extends OtherKind>(due: {
  kind: Kind;
  payload: MailPayloads[Kind];
}): Omit<Message, 'to'> => templates[due.kind](due.payload);

/**
 * Renders the mail of an outbox row and sends it; `dropped` if it has expired, or has no code any more.
 *
 * @throws MailRefusedError on a permanent failure; any other error if the mail is to be retried
 */
export const deliver = async (parts: Parts, due: DueMail): Promise<'sent' | 'dropped'> => {
  if (due.kind === 'code') return deliverCode(parts, due);
  if (due.isExpired) return 'dropped';
  if (due.kind === 'browserLink') return deliverLink(parts, due.recipient);
  await parts.mail.send({ to: due.recipient, ...messageOf(due) }, parts.abortSignal);
  return 'sent';
};
