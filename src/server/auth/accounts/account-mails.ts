import { isIP } from 'node:net';
import type { Transaction } from 'kysely';
import * as brand from '#contract/brand.ts';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '#contract/code.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Database } from '#server/database/types.ts';
import { wideNetworkOf } from '#server/http/client-network.ts';
import { html } from '#server/http/pages/page.ts';
import {
  block,
  facts,
  LAYOUT,
  look,
  type MailContent,
  mailPage,
  paragraph,
} from '#server/mail/mail.ts';
import { enqueueMail, MAIL_LIFETIME_MS, type MailPayloads } from '#server/mail/outbox.ts';

/**
 * The last line of a code's mail: browsers and Mail fill the code in on this host only (WICG, origin-bound one-time
 * codes). None for an address without a name.
 */
const boundCode = (code: string, publicUrl: string | undefined): string | undefined => {
  const host = publicUrl && new URL(publicUrl).hostname;
  return !host || host.startsWith('[') || isIP(host) > 0 ? undefined : `@${host} #${code}`;
};

/** The digits in two groups: with a space between them, one would be copied too. */
const codeBox = (code: string) =>
  block(
    html`<table ${LAYOUT} width="100%"><tr><td align="center" ${look(['accent-wash', 'ink'], 'padding:18px 0;border-radius:6px;font-family:Consolas,Menlo,monospace;font-size:36px;line-height:44px;font-weight:700')}>${code.slice(0, CODE_LENGTH / 2)}<span style="padding-left:14px">${code.slice(CODE_LENGTH / 2)}</span></td></tr></table>`,
  );

/**
 * Mail with a one-time code. The text begins with the code, so that a notification shows it. It contains
 * no link, because mail scanners open links.
 *
 * @param publicUrl of the site; without it the code is bound to no host
 */
export const codeMail = (code: string, publicUrl?: string): MailContent => {
  const bound = boundCode(code, publicUrl);
  const use = `is your ${brand.name} code (OTP). It is valid for ${CODE_LIFETIME_MS / MINUTE_MS} minutes from when you asked for it.`;
  const warning = `Nobody at ${brand.name} will ever ask you for it. If you did not ask for a code, you can ignore this email.`;
  return {
    subject: `Your ${brand.name} code`,
    text: `${code} ${use}\n\n${warning}\n${bound ? `\n${bound}\n` : ''}`,
    html: mailPage({
      preheader: `${code} ${use}`,
      heading: 'Your code',
      body: html`${codeBox(code)}${paragraph(`This ${use}`)}${paragraph(warning, 'quiet-ink')}`,
      lastLine: bound,
    }),
  };
};

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
