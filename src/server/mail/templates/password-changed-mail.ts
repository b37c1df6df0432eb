import * as brand from '#contract/brand.ts';
import { html } from '#server/http/pages/html.ts';
import type { Message } from '../mail.ts';
import type { MailPayloads } from '../outbox.ts';
import { mailPage } from './mail-page.ts';

/**
 * Notifies the owner of a password change, with advice if it was someone else. A new password leaves the
 * passkeys that more than a password has added. It contains no link, so that a phishing mail with a link
 * differs from it.
 */
export const passwordChangedMail = ({
  hasPasskeys,
  hasLostPasskeys,
}: MailPayloads['passwordChanged'] = {}): Omit<Message, 'to'> => {
  const paragraphs = [
    `The password for your ${brand.name} account was changed, and you were signed out in every other browser.`,
    hasLostPasskeys && 'Passkeys that were added with nothing but the old password were removed.',
    hasPasskeys && 'Your passkeys still work. Remove any that you do not know.',
    `If this was you, there is nothing to do. If it was not, open ${brand.name} yourself, choose “Forgot Password?”, set a new one, and write to ${brand.supportEmail}.`,
  ].filter((paragraph) => paragraph !== undefined);
  return {
    subject: `Your ${brand.name} password was changed`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage(html`${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}`),
  };
};
