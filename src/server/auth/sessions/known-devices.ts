import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserName } from '#contract/browser-name.ts';
import { DAY_MS } from '#contract/durations.ts';
import { type KeyRing, keyedHash, mapRing, type Rotated } from '#server/config/keys.ts';
import { clientNetwork } from '#server/http/client-network.ts';
import type { Services } from '#server/services.ts';
import { findAccount } from '../accounts/accounts.ts';
import { DEVICE_LIFETIME_MS, isEqual, readToken, type TokenContent } from './tokens.ts';

const PART_BYTES = 16;
/** Accounts in one device cookie, the newest first; the size of a cookie allows no more. */
const ACCOUNTS_MAX = 8;
const DAY_DIGITS = 4;
const RADIX = 36;
// Device id, an entry for each account (day and tag), and the MAC of the whole value.
const VALUE = /^[\w-]{22}(?:\.[0-9a-z]{4}[\w-]{22}){1,8}\.[\w-]{22}$/;

/**
 * Account that a device is bound to. A new password, a new account of the address or a restored backup ends
 * the binding.
 */
interface KnownAccount {
  id: string;
  passwordHash: string;
  /** Generation of the installation: 0 until a backup is restored. */
  installationGeneration: number;
}

type Parts = Pick<Services, 'db' | 'keys' | 'cookies'>;

const sign = (key: Buffer, ...parts: string[]): string =>
  keyedHash(key, ...parts)
    .subarray(0, PART_BYTES)
    .toString('base64url');

/** MAC that binds a device, or a link in its place, to an account. */
export const bindingMac = (
  key: Buffer,
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

const parse = (keys: KeyRing, value: string | undefined) => {
  if (value === undefined || !VALUE.test(value)) return undefined;
  const end = value.lastIndexOf('.');
  const [unsigned, mac] = [value.slice(0, end), value.slice(end + 1)];
  if (!keys.some((key) => isEqual(mac, sign(key, 'cookie', unsigned)))) return undefined;
  const [device = '', ...entries] = unsigned.split('.');
  return { device, entries: entries.filter(isUnexpired) };
};

const newDevices = new WeakMap<FastifyRequest, string>();

/** The device of a request by its cookie, with the accounts it knows; a new one without a valid cookie. */
const deviceOf = ({ keys, cookies }: Omit<Parts, 'db'>, request: FastifyRequest) => {
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
export const browserOf = (parts: Omit<Parts, 'db'>, request: FastifyRequest): Browser => {
  const { keys, cookies } = parts;
  const known = deviceOf(parts, request);
  const tokens = [
    readToken(keys.sessions, 'access', cookies.access(request)),
    readToken(keys.sessions, 'refresh', cookies.refresh(request)),
  ];
  return {
    name: browserName(request.headers['user-agent'] ?? ''),
    network: clientNetwork(request),
    devices: mapRing(keys.devices, (key) => sign(key, 'browser', known.device)),
    tokens: tokens.filter((token) => token !== undefined),
    isKnownTo: (account) => knows(keys.devices, known, account),
  };
};

/**
 * The ids of a device that has logged in to the account of an address within `DEVICE_LIFETIME_MS` and with
 * its current password, by its device cookie (OWASP, Slow Down Online Guessing Attacks with Device
 * Cookies): by the present key, then by those that only verify. None for every other client. They are of this
 * account only: rows of two accounts do not tell that they share a browser, and none is left when the account is
 * erased.
 */
export const findKnownDevice = async (
  { db, keys, cookies }: Parts,
  request: FastifyRequest,
  email: string,
): Promise<readonly string[]> => {
  const cookie = parse(keys.devices, cookies.device(request));
  const account = cookie && (await findAccount(db, email));
  if (!account || !knows(keys.devices, cookie, account)) return [];
  return mapRing(keys.devices, (key) => sign(key, 'id', cookie.device, account.id));
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
  parts: Omit<Parts, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: KnownAccount,
): void =>
  parts.cookies.setDevice(
    reply,
    deviceCookie(parts.keys.devices, deviceOf(parts, request), account),
  );
