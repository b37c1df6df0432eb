import {
  newBrowserMail,
  passkeyAddedMail,
  passkeyRemovedMail,
  passwordChangedMail,
} from './auth/accounts/account-mails.ts';
import { type CodeMailServices, prepareCodeMails } from './auth/codes/code-mails.ts';
import { browserLinkMail } from './auth/logins/browser-link.ts';
import { leadMail, salesMail } from './leads/sales-mails.ts';
import type { MailContent } from './mail/mail.ts';
import type { Deliver, DueMail, MailKind, MailPayloads } from './mail/outbox.ts';

interface Services extends CodeMailServices {
  /** Makes the link of a mail to an address; undefined if it has no account. By default none has one. */
  linkFor?: (email: string) => Promise<string | undefined>;
}

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

/**
 * The deliveries of the mail worker: prepares mails that were claimed together, and renders and sends each of them.
 * It drops one that has expired, or has no code or no account any more.
 */
export const createDeliveries =
  (services: Services) =>
  (mails: readonly DueMail[]): Deliver => {
    const { mail, linkFor = async () => undefined } = services;
    const deliverCode = prepareCodeMails(services, mails);

    /** What a mail says; undefined if its address has no account. */
    const contentOf = async (due: DueMail & { kind: Exclude<MailKind, 'code'> }) => {
      if (due.kind !== 'browserLink') return messageOf(due);
      const link = await linkFor(due.recipient);
      return link === undefined ? undefined : browserLinkMail(link);
    };

    return async (due, abortSignal) => {
      if (due.kind === 'code') return deliverCode(due, abortSignal);
      const content = due.isExpired ? undefined : await contentOf(due);
      if (!content) return 'dropped';
      await mail.send({ to: due.recipient, ...content }, abortSignal);
      return 'sent';
    };
  };
