import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { browserName } from '#contract/browser-name.ts';
import { DAY_MS, MS_PER_S } from '#contract/durations.ts';
import { required } from '#contract/text.ts';
import type { AuditEntry } from '#server/audit/audit.ts';
import {
  isEqual,
  type KeyRing,
  keyedHash,
  type MacKey,
  mapRing,
  type Rotated,
} from '#server/config/keys.ts';
import type { Database, SessionOpener } from '#server/database/types.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import { MAIL_LIFETIME_MS } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { newBrowserNotice } from '../accounts/account-mails.ts';
import { type Account, findAccount } from '../accounts/accounts.ts';
import {
  DEVICE_LIFETIME_MS,
  FIRST_GENERATION,
  REFRESH_LIFETIME_MS,
  readToken,
  type SessionTokens,
  sessionTokens,
  type TokenContent,
} from './tokens.ts';

const PART_BYTES = 16;
/** Accounts in one device cookie, the newest first; the size of a cookie allows no more. */
const ACCOUNTS_MAX = 8;
const DAY_DIGITS = 4;
const RADIX = 36;
// Device id and an entry for each account (day and tag); the MAC of all of that.
const VALUE = /^([\w-]{22}(?:\.[0-9a-z]{4}[\w-]{22}){1,8})\.([\w-]{22})$/;

/**
 * Account that a device is bound to. A new password, a new account of the address or a restored backup ends
 * the binding.
 */
type KnownAccount = Pick<Account, 'id' | 'passwordHash' | 'installationGeneration'>;

type Parts = Pick<Services, 'keys' | 'cookies'>;

const sign = (key: MacKey, ...parts: string[]): string =>
  keyedHash(key, ...parts).toString('base64url', 0, PART_BYTES);

/** MAC that binds a device, or a link in its place, to an account. */
export const bindingMac = (
  key: MacKey,
  device: string,
  { id, passwordHash, installationGeneration: generation }: KnownAccount,
): string =>
  // Cookies that are older than generations have none.
  sign(key, 'account', device, id, passwordHash, ...(generation > 0 ? [String(generation)] : []));

// Expiry is by days, so the clock of this machine is precise enough.
const today = (): number => Math.floor(Date.now() / DAY_MS);
const isUnexpired = (entry: string): boolean =>
  Number.parseInt(entry.slice(0, DAY_DIGITS), RADIX) > today() - DEVICE_LIFETIME_MS / DAY_MS;

/** Whether a device that has these entries knows the account. */
const knows = (
  keys: KeyRing,
  { device, entries }: { device: string; entries: readonly string[] },
  account: KnownAccount,
): boolean =>
  keys.some((key) => {
    const tag = bindingMac(key, device, account);
    return entries.some((entry) => isEqual(entry.slice(DAY_DIGITS), tag));
  });

const parse = (keys: KeyRing, value = '') => {
  const [match, unsigned = '', mac = ''] = VALUE.exec(value) ?? [];
  if (!match || !keys.some((key) => isEqual(mac, sign(key, 'cookie', unsigned)))) return undefined;
  const [device = '', ...entries] = unsigned.split('.');
  return { device, entries: entries.filter(isUnexpired) };
};

const newDevices = new WeakMap<FastifyRequest, string>();

/** The device of a request by its cookie, with the accounts it knows; a new one without a valid cookie. */
const deviceOf = ({ keys, cookies }: Parts, request: FastifyRequest) => {
  const known = parse(keys.devices, cookies.device(request));
  if (known) return known;
  const device = newDevices.get(request) ?? randomBytes(PART_BYTES).toString('base64url');
  newDevices.set(request, device);
  return { device, entries: [] };
};

/** What the server sees of the browser that sends a request. */
export interface Browser {
  /** Browser and system in words; empty if unknown. */
  name: string;
  network: string;
  /**
   * Keyed hashes of the id in its device cookie, or in the one that `rememberDevice` will set: by the present key,
   * then by those that only verify.
   */
  devices: Rotated<string>;
  /** What the session cookies say. */
  tokens: TokenContent[];
  /** Whether it has logged in to an account before, with the present password. */
  isKnownTo(account: KnownAccount): boolean;
}

/** The browser that sends a request. */
export const browserOf = (parts: Parts, request: FastifyRequest): Browser => {
  const { keys, cookies } = parts;
  const known = deviceOf(parts, request);
  return {
    name: browserName(request.headers['user-agent'] ?? ''),
    network: clientNetwork(request),
    devices: mapRing(keys.devices, (key) => sign(key, 'browser', known.device)),
    tokens: (['access', 'refresh'] as const).flatMap(
      (kind) => readToken(keys.sessions, kind, cookies[kind](request)) ?? [],
    ),
    isKnownTo: (account) => knows(keys.devices, known, account),
  };
};

/** What an account knows of the device that sends a request. */
export interface KnownDevice {
  /** Its id by the present key; empty for every client that the account does not know. */
  device: string;
  /**
   * Its ids by the present key, then by those that only verify. They are of this account only: rows of two accounts
   * do not tell that they share a browser, and none is left when the account is erased.
   */
  ids: readonly string[];
  account?: Account;
}

/**
 * The device that has logged in to the account of an address within `DEVICE_LIFETIME_MS` and with its current
 * password, by its device cookie (OWASP, Slow Down Online Guessing Attacks with Device Cookies).
 */
export const findKnownDevice = async (
  { db, keys, cookies }: Parts & Pick<Services, 'db'>,
  request: FastifyRequest,
  email: string,
): Promise<KnownDevice> => {
  const cookie = parse(keys.devices, cookies.device(request));
  const account = cookie && (await findAccount(db, email));
  if (!account || !knows(keys.devices, cookie, account)) return { device: '', ids: [] };
  const ids = mapRing(keys.devices, (key) => sign(key, 'id', cookie.device, account.id));
  return { device: ids[0], ids, account };
};

/**
 * The value of a device cookie that is bound to an account, and to those of `entries`.
 *
 * @param device the id in the cookie: 16 bytes, base64url
 */
export const deviceCookie = (
  [key]: KeyRing,
  { device, entries = [] }: { device: string; entries?: readonly string[] },
  account: KnownAccount,
): string => {
  const tag = bindingMac(key, device, account);
  const others = entries.filter((entry) => !entry.endsWith(tag));
  const newest = today().toString(RADIX).padStart(DAY_DIGITS, '0') + tag;
  const unsigned = [device, newest, ...others].slice(0, 1 + ACCOUNTS_MAX).join('.');
  return `${unsigned}.${sign(key, 'cookie', unsigned)}`;
};

/** Binds the device to an account after a login or a password change: sets the device cookie. */
export const rememberDevice = (
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  account: KnownAccount,
): void =>
  parts.cookies.setDevice(
    reply,
    deviceCookie(parts.keys.devices, deviceOf(parts, request), account),
  );

interface NewSession {
  userId: string;
  openedBy: SessionOpener;
  browser: Pick<Browser, 'name' | 'network' | 'devices' | 'tokens'>;
  /** What opens the session, for the audit. */
  entry: AuditEntry;
  /** Whether every other session of the user ends, in other browsers too. */
  isOnly?: boolean;
}

/** What the SQL functions that open a session ask of the browser. */
export const browserArguments = ({
  name,
  network,
  devices: [device],
  tokens,
}: NewSession['browser']) =>
  sql`${name}, ${network}, ${device}, ${tokens.map(({ sessionId }) => sessionId)},
    ${tokens.map(({ generation }) => generation)}`;

/**
 * Opens a session for a user, and ends what sessions the browser had, of whichever user: those of its
 * cookies, and those whose cookies were lost with a response. The SQL function `open_session` writes all of it
 * with the audit rows. For `withPartition`.
 */
export const openSession = async (
  db: Kysely<Database>,
  keys: KeyRing,
  { userId, openedBy, browser, entry, isOnly = false }: NewSession,
): Promise<SessionTokens> => {
  const { rows } = await sql<{ id: string }>`select open_session(${userId}, ${openedBy},
    ${browserArguments(browser)}, ${isOnly}, ${REFRESH_LIFETIME_MS / MS_PER_S}, ${entry.event},
    ${entry.email ?? null}) as id`.execute(db);
  return sessionTokens(keys, required(rows[0]).id, FIRST_GENERATION);
};

/**
 * What the SQL functions that log in ask of the notice of a new browser to the owner of the account.
 *
 * @param isKnown whether the account knows the browser, so that nothing is mailed
 */
export const noticeArguments = (browser: Browser, isKnown: boolean) => {
  const notice = isKnown ? undefined : newBrowserNotice(browser);
  return sql`${notice ? JSON.stringify(notice.payload) : null}, ${notice?.dedupeWords ?? null},
    ${MAIL_LIFETIME_MS / MS_PER_S}`;
};
