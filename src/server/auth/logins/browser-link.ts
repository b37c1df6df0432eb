import type { Kysely } from 'kysely';
import * as brand from '#contract/brand.ts';
import { calls } from '#contract/calls/all-calls.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import { canonicalEmail, isEmail } from '#contract/email.ts';
import { BROWSER_LINK_PARAMETER, LOGIN_ADDRESS } from '#contract/session.ts';
import { audit, auditFailure, withAudit, withPartition } from '#server/audit/audit.ts';
import { isEqual, type KeyRing, type MacKey } from '#server/config/keys.ts';
import type { Database } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { HttpError } from '#server/http/http-error.ts';
import { html } from '#server/http/pages/page.ts';
import { registerCall } from '#server/http/register-call.ts';
import { limitRequest, limitRequestByStages } from '#server/limits/rate-limits.ts';
import { networkLimits, networkRates, rates } from '#server/limits/rates.ts';
import {
  block,
  LAYOUT,
  look,
  type MailContent,
  mailPage,
  paragraph,
  sized,
} from '#server/mail/mail.ts';
import { enqueueMail, MAIL_LIFETIME_MS } from '#server/mail/outbox.ts';
import type { RoutePlugin } from '#server/services.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import { bindingMac, rememberDevice } from '../sessions/browsers.ts';

/** Lifetime of a mailed link that makes a browser known. */
const BROWSER_LINK_LIFETIME_MS = DAY_MS;

const RADIX = 36;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,8})\.([\w-]{22})$/;

const tagOf = (key: MacKey, expiry: string, account: Account): string =>
  bindingMac(key, `link until ${expiry}`, account);

/**
 * The address of the login page with a token that makes a browser known: user id, expiry in minutes and a MAC of
 * 128 bits, which a new password ends. Nothing of it is stored. The token is behind the hash, so that no server and
 * no scanner of mails sees or uses it.
 *
 * @returns undefined if the email address has no account
 */
export const makeBrowserLink = async (
  db: Kysely<Database>,
  [key]: KeyRing,
  { origin, email }: { origin: string; email: string },
): Promise<string | undefined> => {
  const account = await findAccount(db, email);
  if (!account) return undefined;
  const minutes = Math.ceil((Date.now() + BROWSER_LINK_LIFETIME_MS) / MINUTE_MS);
  const expiry = minutes.toString(RADIX);
  const token = `${account.id}.${expiry}.${tagOf(key, expiry, account)}`;
  return `${origin}${LOGIN_ADDRESS}?${BROWSER_LINK_PARAMETER}=${token}`;
};

/** The account of the token of a link; undefined if it is invalid or has expired. */
const findLinkedAccount = async (
  db: Kysely<Database>,
  keys: KeyRing,
  token: string,
): Promise<Account | undefined> => {
  const [, userId, expiry, tag] = TOKEN.exec(token) ?? [];
  if (userId === undefined || expiry === undefined || tag === undefined) return undefined;
  if (Number.parseInt(expiry, RADIX) * MINUTE_MS <= Date.now()) return undefined;
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('email')
    .executeTakeFirst();
  const account = user && (await findAccount(db, user.email));
  const isSigned = account && keys.some((key) => isEqual(tag, tagOf(key, expiry, account)));
  return isSigned ? account : undefined;
};

/**
 * The way in that strangers cannot close: they can use up the tries of all unknown browsers of an account, but
 * not what its owner finds in the mailbox. Only the mail worker checks whether the address has an account.
 * Once the links of a day are used up, by whomever, they are in the mailbox and valid.
 */
export const browserLinkRoutes: RoutePlugin = async (app, services) => {
  const { db, keys, wakeMailWorker } = services;

  registerCall(app, calls.sendBrowserLink, async (request) => {
    const email = canonicalEmail(request.params.email);
    if (!isEmail(request.params.email))
      throw new HttpError('email_invalid', 'Please use a valid email address.', { field: 'email' });
    const network = clientNetwork(request);
    const entry = { event: 'browser.link.requested', email, network } as const;
    const limited = { ...entry, outcome: 'limited' } as const;
    await limitRequestByStages(db, request, [
      { limits: networkLimits(networkRates.codes, network), entry: limited },
      {
        limits: [{ rate: rates.browserLinks, subject: email }],
        message: 'Links were mailed to this address today. The newest one still works.',
        entry: limited,
      },
    ]);
    await withPartition(db, () =>
      enqueueMail(withAudit(db, { ...entry, outcome: 'accepted' }), {
        kind: 'browserLink',
        recipient: email,
        payload: {},
        lifetimeMs: MAIL_LIFETIME_MS,
      }),
    );
    wakeMailWorker();
    return { message: 'sent' };
  });

  registerCall(app, calls.knowBrowser, async (request, reply) => {
    const network = clientNetwork(request);
    const entry = { event: 'browser.known', network } as const;
    await limitRequest(db, request, networkLimits(networkRates.logins, network), {
      message: 'Too many attempts. Please wait a moment.',
      entry: { event: 'login', outcome: 'limited', network },
    });
    const account = await findLinkedAccount(db, keys.devices, request.body.token);
    if (!account) {
      await auditFailure(db, { ...entry, outcome: 'rejected' });
      throw new HttpError('code_invalid', 'This link is not valid any more.', { field: 'token' });
    }
    rememberDevice(services, request, reply, account);
    await audit(db, { ...entry, outcome: 'accepted', userId: account.id });
    return { message: 'known' };
  });
};

const button = (link: string, label: string) =>
  block(
    html`<table ${LAYOUT}><tr><td ${look(['accent'], 'border-radius:6px;mso-padding-alt:10px 20px')}><a href="${link}" ${look(['accent-ink'], `display:inline-block;padding:10px 20px;${sized(16)};font-weight:700;text-decoration:none`)}>${label}</a></td></tr></table>`,
  );

/**
 * Mail with a link that makes a browser known. The only one of our mails with a link: a scanner that opens it
 * does nothing, because the page sends the token, and who has it still needs the password or a code.
 */
export const browserLinkMail = (link: string): MailContent => {
  const use = `Open this link in the browser in which you want to log in to ${brand.name}. It is valid for ${BROWSER_LINK_LIFETIME_MS / HOUR_MS} hours.`;
  const effect =
    'It does not log you in. It lets this browser try your password or a code when somebody else has used up the tries for your address.';
  const warning = 'If you did not ask for it, you can ignore this email. Do not forward it.';
  return {
    subject: `Your link for ${brand.name}`,
    text: `${use}\n\n${link}\n\n${effect}\n\n${warning}\n`,
    html: mailPage({
      preheader: use,
      heading: 'Your link',
      body: html`${paragraph(use)}${button(link, 'Make this browser known')}${paragraph(effect)}${paragraph(warning, 'quiet-ink')}`,
    }),
  };
};
