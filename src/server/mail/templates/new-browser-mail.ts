import * as brand from '#contract/brand.ts';
import { html } from '#server/http/pages/html.ts';
import type { Message } from '../mail.ts';
import type { MailPayloads } from '../outbox.ts';
import { mailPage } from './mail-page.ts';

const formatTime = (iso: string): string => {
  const [day = '', time = ''] = new Date(iso)
    .toLocaleString('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    })
    .split(' at ');
  return `${day}, ${time} UTC`;
};

/**
 * Notifies the owner of a login in a browser that the account does not know, with advice if it was somebody
 * else. It contains no link, so that a phishing mail with a link differs from it.
 */
export const newBrowserMail = ({
  browser,
  network,
  at,
}: MailPayloads['newBrowser']): Omit<Message, 'to'> => {
  const fact = `Your ${brand.name} account was opened in a browser that it did not know.`;
  const facts = [
    ['Time', formatTime(at)],
    ['Browser', browser === '' ? 'Unknown' : browser],
    ['Network', network],
  ] as const;
  const advice = `If this was you, there is nothing to do. If it was not, open ${brand.name} yourself, log in with a code, end that session under “Where you are logged in”, then choose “Forgot Password?” and set a new password.`;
  return {
    subject: `A new login to your ${brand.name} account`,
    text: `${fact}\n\n${facts.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${advice}\n`,
    html: mailPage(html`<p>${fact}</p>
<p>${facts.map(([name, value]) => html`${name}: ${value}<br>`)}</p>
<p>${advice}</p>`),
  };
};
