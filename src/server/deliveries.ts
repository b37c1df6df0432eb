import type { Kysely } from 'kysely';
import type { KeyRing } from '#server/config/keys.ts';
import {
  codeMail,
  newBrowserMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
} from './auth/accounts/account-mails.ts';
import { type CodeChallenge, makeCodes, refundCodeRequest } from './auth/codes/request-code.ts';
import { browserLinkMail } from './auth/logins/browser-link.ts';
import type { Database } from './database/types.ts';
import { leadMail, salesMail } from './leads/sales-mails.ts';
import type { MailContent } from './mail/mail.ts';
import type { Deliver, DueMail, MailKind, MailPayloads } from './mail/outbox.ts';
import { type Mail, MailRefusedError } from './mail/transports.ts';

type DueCodeMail = DueMail & { kind: 'code' };

interface Services {
  db: Kysely<Database>;
  mail: Mail;
  /** Key of code hashes. */
  codeKeys: KeyRing;
  /** Public URL of the site, to whose host browsers bind codes. */
  publicUrl?: string | undefined;
  /** Makes the link of a mail to an address; undefined if it has no account. By default none has one. */
  linkFor?: (email: string) => Promise<string | undefined>;
}

interface Parts extends Required<Omit<Services, 'codeKeys' | 'publicUrl'>> {
  publicUrl: string | undefined;
  /** Codes by challenge, from `makeCodes`. */
  codes: Promise<Map<string, string>>;
  abortSignal: AbortSignal;
}

/** The code request of a mail. */
const challengeOf = ({ recipient, payload }: DueCodeMail): CodeChallenge => ({
  email: recipient,
  purpose: payload.purpose,
  device: payload.device,
  challenge: payload.challenge,
});

const deliverCode = async (
  { db, mail, codes, publicUrl, abortSignal }: Parts,
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
    await mail.send({ to: due.recipient, ...codeMail(code, publicUrl) }, abortSignal);
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
  [Kind in OtherKind]: (payload: MailPayloads[Kind]) => MailContent;
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
}): MailContent => templates[due.kind](due.payload);

/** Renders the mail of an outbox row and sends it. */
const deliver = async (parts: Parts, due: DueMail): Promise<'sent' | 'dropped'> => {
  if (due.kind === 'code') return deliverCode(parts, due);
  if (due.isExpired) return 'dropped';
  if (due.kind === 'browserLink') return deliverLink(parts, due.recipient);
  await parts.mail.send({ to: due.recipient, ...messageOf(due) }, parts.abortSignal);
  return 'sent';
};

const hasLiveCode = (due: DueMail): due is DueCodeMail => due.kind === 'code' && !due.isExpired;

/**
 * The deliveries of the mail worker: makes the codes of mails that were claimed together in one statement, and
 * renders and sends each mail. It drops one that has expired, or has no code any more.
 */
export const createDeliveries =
  ({ db, mail, codeKeys, publicUrl, linkFor = async () => undefined }: Services) =>
  (mails: readonly DueMail[]): Deliver => {
    const codes = makeCodes(db, codeKeys, mails.filter(hasLiveCode).map(challengeOf));
    // Reported by each mail that has a code.
    codes.catch(() => {});
    return (due, abortSignal) => deliver({ db, mail, codes, publicUrl, linkFor, abortSignal }, due);
  };
