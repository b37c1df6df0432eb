import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEVICE_LIFETIME_MS } from '#contract/limits.ts';
import { findAccount } from '../accounts/find-account.ts';
import { keyedHash } from '../keys.ts';
import type { Services } from '../services.ts';

const PART_BYTES = 16;
/** Accounts that one browser is known to, the newest first; a cookie has no room for more. */
const ACCOUNTS_MAX = 8;
const DAY_MS = 24 * 60 * 60_000;
const DAY_DIGITS = 4;
const RADIX = 36;
// The device, an entry for each account (its day, its mark), and the MAC of all that.
const VALUE = /^[\w-]{22}(?:\.[0-9a-z]{4}[\w-]{22}){1,8}\.[\w-]{22}$/;

/** What a browser is known to: another password, or another account of the same address, is not it. */
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

const markOf = (key: Buffer, device: string, { id, passwordHash }: KnownAccount): string =>
  sign(key, 'account', device, id, passwordHash);

// Days are enough, and no other server is asked for them: the clock may be this machine's.
const today = (): number => Math.floor(Date.now() / DAY_MS);
const isCurrent = (entry: string): boolean =>
  Number.parseInt(entry.slice(0, DAY_DIGITS), RADIX) > today() - DEVICE_LIFETIME_MS / DAY_MS;

const parse = (key: Buffer, value: string | undefined) => {
  if (value === undefined || !VALUE.test(value)) return undefined;
  const end = value.lastIndexOf('.');
  if (!isEqual(value.slice(end + 1), sign(key, 'cookie', value.slice(0, end)))) return undefined;
  const [device = '', ...entries] = value.slice(0, end).split('.');
  return { device, entries: entries.filter(isCurrent) };
};

/**
 * Identifies a browser that has logged in to the account of an address before, with its present
 * password and within a year, by its device cookie (OWASP, Slow Down Online Guessing Attacks with
 * Device Cookies); empty for every other browser.
 */
export const knownDevice = async (
  { db, keys, cookies }: Parts,
  request: FastifyRequest,
  email: string,
): Promise<string> => {
  const cookie = parse(keys.devices, cookies.device(request));
  const account = cookie && (await findAccount(db, email));
  if (!account) return '';
  const mark = markOf(keys.devices, cookie.device, account);
  return cookie.entries.some((entry) => isEqual(entry.slice(DAY_DIGITS), mark))
    ? cookie.device
    : '';
};

/** Keeps that a browser has logged in to an account, or has set its password. */
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
  const mark = markOf(keys.devices, device, account);
  const others = entries.filter((entry) => !entry.endsWith(mark));
  const newest = today().toString(RADIX).padStart(DAY_DIGITS, '0') + mark;
  const rest = [device, newest, ...others].slice(0, 1 + ACCOUNTS_MAX).join('.');
  cookies.setDevice(reply, `${rest}.${sign(keys.devices, 'cookie', rest)}`);
};
