import type { Transaction } from 'kysely';
import * as brand from '#contract/brand.ts';
import type { Database } from '#server/database/types.ts';
import { html } from '#server/http/pages/page.ts';
import { type Message, mailPage, paragraph } from '#server/mail/mail.ts';
import { enqueueMail, MAIL_LIFETIME_MS, type MailPayloads } from '#server/mail/outbox.ts';
import { countPasskeys } from '../passkeys/own-passkeys.ts';

/** Enqueues the notice of a password change to the account's owner. The caller wakes the worker. */
export const enqueuePasswordChanged = async (
  trx: Transaction<Database>,
  { userId, email, removedPasskeys }: { userId: string; email: string; removedPasskeys: number },
): Promise<void> => {
  const hasPasskeys = (await countPasskeys(trx, userId)) > 0;
  await enqueueMail(trx, {
    kind: 'passwordChanged',
    recipient: email,
    payload: {
      ...(hasPasskeys && { hasPasskeys: 'yes' }),
      ...(removedPasskeys > 0 && { hasLostPasskeys: 'yes' }),
    },
    lifetimeMs: MAIL_LIFETIME_MS,
  });
};

/**
 * Notifies the owner of a password change, with advice if it was someone else. A new password leaves the
 * passkeys that more than a password has added. It contains no link, so that a phishing mail with a link
 * differs from it.
 */
export const passwordChangedMail = ({
  hasPasskeys,
  hasLostPasskeys,
}: MailPayloads['passwordChanged'] = {}): Omit<Message, 'to'> => {
  const fact = `The password for your ${brand.name} account was changed, and you were logged out in every other browser.`;
  const paragraphs = [
    fact,
    hasLostPasskeys && 'Passkeys that were added with nothing but the old password were removed.',
    hasPasskeys && 'Your passkeys still work. Remove any that you do not recognise.',
    `If this was you, there is nothing to do. If it was not, go to ${brand.name} by typing its address yourself, choose “Forgot Password?”, set a new one, and write to ${brand.supportEmail}.`,
  ].filter((text) => text !== undefined);
  return {
    subject: `Your ${brand.name} password was changed`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage({
      preheader: fact,
      heading: 'Your password was changed',
      body: html`${paragraphs.map((text) => paragraph(text))}`,
    }),
  };
};
