import * as brand from '#contract/brand.ts';
import { html } from '#server/http/pages/html.ts';
import type { Message } from '../mail.ts';
import type { MailPayloads } from '../outbox.ts';
import { mailPage } from './mail-page.ts';

/**
 * Notifies the owner of a password change, with advice if it was someone else. A new password leaves the
 * passkeys, and whoever knew the old one may have added one. It contains no link, so
 * that a phishing mail with a link differs from it.
 */
export const passwordChangedMail = ({
  hasPasskeys,
}: MailPayloads['passwordChanged'] = {}): Omit<Message, 'to'> => {
  const fact = `The password for your ${brand.name} account was changed, and you were signed out in every other browser.`;
  const advice = `If this was you, there is nothing to do. If it was not, open ${brand.name} yourself, choose “Forgot Password?”, set a new one, and write to ${brand.supportEmail}.`;
  const passkeys = 'Your passkeys still work. Remove any that you do not know.';
  return {
    subject: `Your ${brand.name} password was changed`,
    text: `${fact}\n\n${hasPasskeys ? `${passkeys}\n\n` : ''}${advice}\n`,
    html: mailPage(
      html`<p>${fact}</p>\n${hasPasskeys ? html`<p>${passkeys}</p>\n` : ''}<p>${advice}</p>`,
    ),
  };
};
