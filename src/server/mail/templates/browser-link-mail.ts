import * as brand from '#contract/brand.ts';
import { BROWSER_LINK_LIFETIME_MS } from '#contract/session.ts';
import { html } from '#server/http/pages/html.ts';
import type { Message } from '../mail.ts';
import { mailPage } from './mail-page.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Mail with a link that makes a browser known. The only one of our mails with a link: a scanner that opens it
 * does nothing, because the page sends the token, and who has it still needs the password or a code.
 */
export const browserLinkMail = (link: string): Omit<Message, 'to'> => {
  const use = `Open this link in the browser in which you want to log in to ${brand.name}. It is valid for ${BROWSER_LINK_LIFETIME_MS / HOUR_MS} hours.`;
  const effect =
    'It does not log you in. It lets this browser try your password or a code when somebody else has used up the tries for your address.';
  const warning = 'If you did not ask for it, you can ignore this email. Do not forward it.';
  return {
    subject: `Your link for ${brand.name}`,
    text: `${use}\n\n${link}\n\n${effect}\n\n${warning}\n`,
    html: mailPage(html`<p>${use}</p>
<p><a href="${link}">Make this browser known</a></p>
<p>${effect}</p>
<p style="color:#565a63">${warning}</p>`),
  };
};
