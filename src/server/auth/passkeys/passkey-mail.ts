import type { Transaction } from 'kysely';
import * as brand from '#contract/brand.ts';
import type { Database } from '#server/database/types.ts';
import { html } from '#server/http/pages/page.ts';
import { type Message, mailPage, paragraph } from '#server/mail/mail.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '#server/mail/outbox.ts';

/**
 * Enqueues the notice of a new or removed passkey to the account's owner. It has no name of a passkey:
 * whoever adds one chooses it, and it could be a link. The caller wakes the worker.
 */
export const enqueuePasskeyChanged = (
  trx: Transaction<Database>,
  kind: 'passkeyAdded' | 'passkeyRemoved',
  email: string,
): Promise<void> =>
  enqueueMail(trx, { kind, recipient: email, payload: {}, lifetimeMs: MAIL_LIFETIME_MS });

const notice = ({
  heading,
  subject,
  fact,
  advice,
}: Record<'heading' | 'subject' | 'fact' | 'advice', string>): Omit<Message, 'to'> => ({
  subject,
  text: `${fact}\n\n${advice}\n`,
  html: mailPage({
    preheader: fact,
    heading,
    body: html`${paragraph(fact)}${paragraph(advice)}`,
  }),
});

/**
 * Notifies the owner of a new passkey, with advice if somebody else added it. It contains no link, so
 * that a phishing mail with a link differs from it.
 */
export const passkeyAddedMail = (): Omit<Message, 'to'> =>
  notice({
    heading: 'A passkey was added',
    subject: `A passkey was added to your ${brand.name} account`,
    fact: `A passkey was added to your ${brand.name} account. Whoever has it can log in without your password.`,
    advice: `If this was you, there is nothing to do. If it was not, go to ${brand.name} by typing its address yourself, log in with a code, remove the passkey, set a new password, and write to ${brand.supportEmail}.`,
  });

/** Notifies the owner of a removed passkey. It contains no link either. */
export const passkeyRemovedMail = (): Omit<Message, 'to'> =>
  notice({
    heading: 'A passkey was removed',
    subject: `A passkey was removed from your ${brand.name} account`,
    fact: `A passkey was removed from your ${brand.name} account. It no longer logs anybody in.`,
    advice: `If this was you, there is nothing to do. If it was not, go to ${brand.name} by typing its address yourself, log in with a code, look through your passkeys, set a new password, and write to ${brand.supportEmail}.`,
  });
