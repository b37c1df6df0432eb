import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as brand from '#contract/brand.ts';
import type { Database } from '#server/database/types.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { html } from '#server/http/pages/page.ts';
import { facts, type Message, mailPage, paragraph } from '#server/mail/mail.ts';
import { enqueueMail, MAIL_LIFETIME_MS, type MailPayloads } from '#server/mail/outbox.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Browser } from './known-devices.ts';

/**
 * The notice of a login in a browser that the account does not know. Logins of one browser and network that
 * keep no cookies are one notice a day, until the next new password: the words of its key come after
 * `new browser`, the user's id and a hash of the password's hash, as in `log_in_by_code`.
 */
export const newBrowserNotice = ({ name, network }: Pick<Browser, 'name' | 'network'>) => ({
  // For people to read: the clock of this machine is precise enough.
  payload: { browser: name, network, at: new Date().toISOString() },
  dedupeWords: `${wideNetworkOf(network)} ${name}`,
});

/** Enqueues the notice to the owner of an account. The caller wakes the worker. */
export const enqueueNewBrowser = (
  trx: Kysely<Database>,
  {
    email,
    account: { id, passwordHash },
    browser,
  }: { email: string; account: Pick<Account, 'id' | 'passwordHash'>; browser: Browser },
): Promise<void> => {
  const { payload, dedupeWords } = newBrowserNotice(browser);
  const password = createHash('sha256').update(passwordHash).digest('hex').slice(0, 8);
  return enqueueMail(trx, {
    kind: 'newBrowser',
    recipient: email,
    payload,
    dedupeKey: `new browser ${id} ${password} ${dedupeWords}`,
    lifetimeMs: MAIL_LIFETIME_MS,
  });
};

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
  const circumstances = [
    ['Time', formatTime(at)],
    ['Browser', browser === '' ? 'Unknown' : browser],
    ['Network', network],
  ] as const;
  const advice = `If this was you, there is nothing to do. If it was not, go to ${brand.name} by typing its address yourself, log in with a code, end that session under “Where you are logged in”, then choose “Forgot Password?” and set a new password.`;
  return {
    subject: `A new login to your ${brand.name} account`,
    text: `${fact}\n\n${circumstances.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${advice}\n`,
    html: mailPage({
      preheader: fact,
      heading: 'A new login',
      body: html`${paragraph(fact)}${facts(circumstances)}${paragraph(advice)}`,
    }),
  };
};
