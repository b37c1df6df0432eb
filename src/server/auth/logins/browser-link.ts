import type { Kysely } from 'kysely';
import { BROWSER_LINK_LIFETIME_MS, BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import type { Database } from '#server/database/types.ts';
import { type Account, findAccount } from '../accounts/find-account.ts';
import { accountTag, isEqual } from './known-devices.ts';

const MINUTE_MS = 60_000;
const RADIX = 36;
const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,8})\.([\w-]{22})$/;

const tagOf = (key: Buffer, expiry: string, account: Account): string =>
  accountTag(key, `link until ${expiry}`, account);

/**
 * The address of the login page with a token that makes a browser known: user id, expiry in minutes and a MAC of
 * 128 bits, which a new password ends. Nothing of it is stored. It is behind the hash, so that no server and
 * no scanner of mails sees or uses it.
 *
 * @returns undefined if the email address has no account
 */
export const makeBrowserLink = async (
  db: Kysely<Database>,
  key: Buffer,
  { origin, email }: { origin: string; email: string },
): Promise<string | undefined> => {
  const account = await findAccount(db, email);
  if (!account) return undefined;
  const minutes = Math.ceil((Date.now() + BROWSER_LINK_LIFETIME_MS) / MINUTE_MS);
  const expiry = minutes.toString(RADIX);
  const token = `${account.id}.${expiry}.${tagOf(key, expiry, account)}`;
  return `${origin}/#/login?${BROWSER_LINK_PARAMETER}=${token}`;
};

/** The account of the token of a link; undefined if it is invalid or has expired. */
export const findLinkedAccount = async (
  db: Kysely<Database>,
  key: Buffer,
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
  return account && isEqual(tag, tagOf(key, expiry, account)) ? account : undefined;
};
