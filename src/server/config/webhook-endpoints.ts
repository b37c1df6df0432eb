import type { WebhookSettings } from './app-config.ts';
import { isPrivateHost } from './public-address.ts';

const SECRET_PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Length of a secret in bytes (Standard Webhooks, "Signature scheme"). */
const SECRET_BYTES = { min: 24, max: 64 };
/** The present secret, and the one before or after it. */
const SECRETS_MAX = 2;

/** The address and the secrets of each entry, as written. */
const entriesOf = (text: string): { address: string; secrets: string[] }[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => entry.split(/\s+/))
    .map(([address = '', ...secrets]) => ({ address, secrets }));

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');

const isSecret = (secret: string): boolean => {
  const { length } = keyOf(secret);
  return (
    secret.startsWith(SECRET_PREFIX) &&
    BASE64.test(secret.slice(SECRET_PREFIX.length)) &&
    length >= SECRET_BYTES.min &&
    length <= SECRET_BYTES.max
  );
};

const addressFault = (address: string, allowsPrivate: boolean): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    return 'must hold addresses that begin with https://';
  if (url.protocol === 'http:' && !allowsPrivate)
    return 'must hold addresses that begin with https://; http:// needs WEBHOOK_ALLOW_PRIVATE=1';
  if (!allowsPrivate && isPrivateHost(url))
    return 'must hold public addresses; others need WEBHOOK_ALLOW_PRIVATE=1';
  return url.username + url.password + url.hash === ''
    ? undefined
    : 'must hold addresses without a user name, a password or a #';
};

/**
 * What is wrong with a value of `WEBHOOK_URLS`; undefined if nothing is. It never contains the value, which has
 * secrets.
 *
 * @param allowsPrivate whether an address may begin with http://
 */
export const webhookFault = (
  text: string | undefined,
  allowsPrivate: boolean,
): string | undefined => {
  if (text === undefined) return undefined;
  if (entriesOf(text).length === 0) return 'must hold an address and a secret, or not be set';
  const addresses = new Set<string>();
  for (const { address, secrets } of entriesOf(text)) {
    const fault = addressFault(address, allowsPrivate);
    if (fault !== undefined) return fault;
    if (secrets.length === 0 || secrets.length > SECRETS_MAX)
      return 'must hold an address, a space and one or two secrets in each entry; entries are separated by commas';
    if (!secrets.every(isSecret))
      return `must hold secrets that begin with ${SECRET_PREFIX}, then ${SECRET_BYTES.min} to ${SECRET_BYTES.max} bytes as base64`;
    addresses.add(new URL(address).href);
  }
  return addresses.size === entriesOf(text).length ? undefined : 'has an address twice';
};

/** The endpoints in a valid value of `WEBHOOK_URLS`; undefined if it is not set. */
export const readWebhooks = (
  text: string | undefined,
  allowsPrivate: boolean,
): WebhookSettings | undefined => {
  if (text === undefined) return undefined;
  const endpoints = entriesOf(text).map(({ address, secrets }) => ({
    address: new URL(address).href,
    secrets: secrets.map(keyOf),
  }));
  return { endpoints, allowsPrivate };
};
