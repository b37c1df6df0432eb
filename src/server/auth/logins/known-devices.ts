import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME_MS } from '#contract/session.ts';
import { keyedHash } from '#server/config/keys.ts';
import type { Services } from '#server/config/services.ts';
import { findAccount } from '../accounts/find-account.ts';

const PART_BYTES = 16;
/** Accounts in one device cookie, the newest first; the size of a cookie allows no more. */
const ACCOUNTS_MAX = 8;
const DAY_MS = 24 * 60 * 60_000;
const DAY_DIGITS = 4;
const RADIX = 36;
// Device id, an entry for each account (day and tag), and the MAC of the whole value.
const VALUE = /^[\w-]{22}(?:\.[0-9a-z]{4}[\w-]{22}){1,8}\.[\w-]{22}$/;

/** Account that a device is bound to. A new password or a new account of the address ends the binding. */
interface KnownAccount {
  id: string;
  passwordHash: string;
}

type Parts = Pick<Services, 'db' | 'keys' | 'cookies'>;

const sign = (key: Buffer, ...parts: string[]): string =>
  keyedHash(key, ...parts)
    .subarray(0, PART_BYTES)
    .toString('base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const accountTag = (key: Buffer, device: string, { id, passwordHash }: KnownAccount): string =>
  sign(key, 'account', device, id, passwordHash);

// Expiry is by days, so the clock of this machine is precise enough.
const today = (): number => Math.floor(Date.now() / DAY_MS);
const isUnexpired = (entry: string): boolean =>
  Number.parseInt(entry.slice(0, DAY_DIGITS), RADIX) > today() - DEVICE_LIFETIME_MS / DAY_MS;

const parse = (key: Buffer, value: string | undefined) => {
  if (value === undefined || !VALUE.test(value)) return undefined;
  const end = value.lastIndexOf('.');
  if (!isEqual(value.slice(end + 1), sign(key, 'cookie', value.slice(0, end)))) return undefined;
  const [device = '', ...entries] = value.slice(0, end).split('.');
  return { device, entries: entries.filter(isUnexpired) };
};

/**
 * The id of a device that has logged in to the account of an address within `DEVICE_LIFETIME_MS` and with
 * its current password, by its device cookie (OWASP, Slow Down Online Guessing Attacks with Device
 * Cookies). Empty for every other client. The id is of this account only: rows of two accounts do not tell
 * that they share a browser, and none is left when the account is erased.
 */
export const findKnownDevice = async (
  { db, keys, cookies }: Parts,
  request: FastifyRequest,
  email: string,
): Promise<string> => {
  const cookie = parse(keys.devices, cookies.device(request));
  const account = cookie && (await findAccount(db, email));
  if (!account) return '';
  const tag = accountTag(keys.devices, cookie.device, account);
  return cookie.entries.some((entry) => isEqual(entry.slice(DAY_DIGITS), tag))
    ? sign(keys.devices, 'id', cookie.device, account.id)
    : '';
};

/** Binds the device to an account after a login or a password change: sets the device cookie. */
export const rememberDevice = (
  { keys, cookies }: Omit<Parts, 'db'>,
  request: FastifyRequest,
  reply: FastifyReply,
  account: KnownAccount,
): void => {
  const { device, entries } = parse(keys.devices, cookies.device(request)) ?? {
    device: randomBytes(PART_BYTES).toString('base64url'),
    entries: [],
  };
  const tag = accountTag(keys.devices, device, account);
  const others = entries.filter((entry) => !entry.endsWith(tag));
  const newest = today().toString(RADIX).padStart(DAY_DIGITS, '0') + tag;
  const unsigned = [device, newest, ...others].slice(0, 1 + ACCOUNTS_MAX).join('.');
  cookies.setDevice(reply, `${unsigned}.${sign(keys.devices, 'cookie', unsigned)}`);
};
