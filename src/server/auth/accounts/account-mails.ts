import type { Transaction } from 'kysely';
import * as brand from '#contract/brand.ts';
import type { Database } from '#server/database/types.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { html } from '#server/http/pages/page.ts';
import { facts, type MailContent, mailPage, paragraph } from '#server/mail/mail.ts';
import { enqueueMail, MAIL_LIFETIME_MS, type MailPayloads } from '#server/mail/outbox.ts';

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

/** A mail of paragraphs, of which the first says what happened. */
const notice = (subject: string, heading: string, paragraphs: string[]): MailContent => ({
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
  html: mailPage({
    preheader: paragraphs[0] ?? '',
    heading,
    body: html`${paragraphs.map((text) => paragraph(text))}`,
  }),
});

const UNLESS_IT_WAS_YOU = `If this was you, there is nothing to do. If it was not, go to ${brand.name} by typing its address yourself,`;

/**
 * Notifies the owner of a new passkey, with advice if somebody else added it. It contains no link, so
 * that a phishing mail with a link differs from it.
 */
export const passkeyAddedMail = (): MailContent =>
  notice(`A passkey was added to your ${brand.name} account`, 'A passkey was added', [
    `A passkey was added to your ${brand.name} account. Whoever has it can log in without your password.`,
    `${UNLESS_IT_WAS_YOU} log in with a code, remove the passkey, set a new password, and write to ${brand.supportEmail}.`,
  ]);

/** Notifies the owner of a removed passkey. It contains no link either. */
export const passkeyRemovedMail = (): MailContent =>
  notice(`A passkey was removed from your ${brand.name} account`, 'A passkey was removed', [
    `A passkey was removed from your ${brand.name} account. It no longer logs anybody in.`,
    `${UNLESS_IT_WAS_YOU} log in with a code, look through your passkeys, set a new password, and write to ${brand.supportEmail}.`,
  ]);

/** Enqueues the notice of a password change to the account's owner. The caller wakes the worker. */
export const enqueuePasswordChanged = (
  trx: Transaction<Database>,
  {
    email,
    hasPasskeys,
    removedPasskeys,
  }: { email: string; hasPasskeys: boolean; removedPasskeys: number },
): Promise<void> =>
  enqueueMail(trx, {
    kind: 'passwordChanged',
    recipient: email,
    payload: {
      ...(hasPasskeys && { hasPasskeys: 'yes' }),
      ...(removedPasskeys > 0 && { hasLostPasskeys: 'yes' }),
    },
    lifetimeMs: MAIL_LIFETIME_MS,
  });

/**
 * Notifies the owner of a password change, with advice if it was someone else. A new password leaves the
 * passkeys that more than a password has added. It contains no link, so that a phishing mail with a link
 * differs from it.
 */
export const passwordChangedMail = ({
  hasPasskeys,
  hasLostPasskeys,
}: MailPayloads['passwordChanged'] = {}): MailContent =>
  notice(`Your ${brand.name} password was changed`, 'Your password was changed', [
    `The password for your ${brand.name} account was changed, and you were logged out in every other browser.`,
    ...(hasLostPasskeys
      ? ['Passkeys that were added with nothing but the old password were removed.']
      : []),
    ...(hasPasskeys ? ['Your passkeys still work. Remove any that you do not recognise.'] : []),
    `${UNLESS_IT_WAS_YOU} choose “Forgot Password?”, set a new one, and write to ${brand.supportEmail}.`,
  ]);

interface Browser {
  name: string;
  network: string;
}

/**
 * The notice of a login in a browser that the account does not know. Logins of one browser and network that
 * keep no cookies are one notice a day, until the next new password: the words of its key come after
 * `new browser`, the user's id and a hash of the password's hash, as the SQL function `open_login_session` does it.
 */
export const newBrowserNotice = ({ name, network }: Browser) => ({
  // For people to read: the clock of this machine is precise enough.
  payload: { browser: name, network, at: new Date().toISOString() },
  dedupeWords: `${wideNetworkOf(network)} ${name}`,
});

// Made once: making it took a quarter of our own part of a login.
const MINUTE_FORMAT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

const formatTime = (iso: string): string => {
  const [day = '', time = ''] = MINUTE_FORMAT.format(new Date(iso)).split(' at ');
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
}: MailPayloads['newBrowser']): MailContent => {
  const fact = `Your ${brand.name} account was opened in a browser that it did not know.`;
  const circumstances = [
    ['Time', formatTime(at)],
    ['Browser', browser === '' ? 'Unknown' : browser],
    ['Network', network],
  ] as const;
  const advice = `${UNLESS_IT_WAS_YOU} log in with a code, end that session under “Where you are logged in”, then choose “Forgot Password?” and set a new password.`;
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
