import * as brand from '#contract/brand.ts';
import { html } from '#server/http/pages/html.ts';
import type { Message } from '../mail.ts';
import { mailPage } from './mail-page.ts';

/**
 * Notifies the owner of a password change, with advice if it was someone else. It contains no link, so
 * that a phishing mail with a link differs from it.
 */
export const passwordChangedMail = (): Omit<Message, 'to'> => {
  const fact = `The password for your ${brand.name} account was changed, and you were signed out in every other browser.`;
  const advice = `If this was you, there is nothing to do. If it was not, open ${brand.name} yourself, choose “Forgot Password?”, set a new one, and write to ${brand.supportEmail}.`;
  return {
    subject: `Your ${brand.name} password was changed`,
    text: `${fact}\n\n${advice}\n`,
    html: mailPage(html`<p>${fact}</p>\n<p>${advice}</p>`),
  };
};
