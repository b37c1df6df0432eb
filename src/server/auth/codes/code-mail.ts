import * as brand from '#contract/brand.ts';
import { CODE_LIFETIME_MS } from '#contract/code.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { html } from '#server/http/pages/page.ts';
import { type Message, mailPage } from '#server/mail/mail.ts';

/**
 * Mail with a one-time code. The text begins with the code, so that a notification shows it. It contains
 * no link, because mail scanners open links.
 */
export const codeMail = (code: string): Omit<Message, 'to'> => {
  const use = `is your ${brand.name} code (OTP). It is valid for ${CODE_LIFETIME_MS / MINUTE_MS} minutes from when you asked for it.`;
  const warning = `Nobody at ${brand.name} will ever ask you for it. If you did not ask for a code, you can ignore this email.`;
  return {
    subject: `Your ${brand.name} code`,
    text: `${code} ${use}\n\n${warning}\n`,
    html: mailPage(html`<p style="margin:0 0 8px;font-size:32px;font-weight:700;letter-spacing:4px">${code}</p>
<p>${use}</p>
<p style="color:#565a63">${warning}</p>`),
  };
};
