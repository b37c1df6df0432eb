import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { WebhookSettings } from './app-config.ts';

/** A host whose address is not one of the public internet. */
export class PrivateAddressError extends Error {}

/** The unicast addresses of the internet (RFC 4291, section 2.4). Mapped IPv4 and NAT64 are outside of them. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Special purposes (IANA registries, RFC 6890): this host, private, shared, loopback, link-local, tests, multicast. */
const special = new BlockList();
for (const subnet of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Teredo and others, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]) {
  const [network = '', bits] = subnet.split('/');
  special.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4');
}

/** Whether an IP address is one of the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 4) return !special.check(address, 'ipv4');
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6');
};

/** Whether a URL's host is an IP address that is not public. Node looks up names only. */
export const isPrivateHost = ({ hostname }: URL): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && !isPublicAddress(host);
};

/** Resolves a name to all of its addresses. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** c-ares needs about four seconds for a name whose servers do not answer, less than a request has. */
const DNS = { timeout: 1500, tries: 2 };
/** What the system may know of although no server of the DNS does: search domains, mDNS. */
const UNKNOWN_TO_DNS = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

const askDns = async (hostname: string, servers?: string[]): Promise<LookupAddress[]> => {
  const resolver = new Resolver(DNS);
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  return [
    ...(v4.status === 'fulfilled' ? v4.value : []).map((address) => ({ address, family: 4 })),
    ...(v6.status === 'fulfilled' ? v6.value : []).map((address) => ({ address, family: 6 })),
  ];
};

const isInHosts = async (hostname: string): Promise<boolean> =>
  (await readFile('/etc/hosts', 'utf8').catch(() => ''))
    .toLowerCase()
    .split(/\s+/)
    .includes(hostname);

/**
 * Asks the DNS with a time limit, and the system for a name of /etc/hosts or one that the DNS does not know. Node asks
 * the system on half of its four threads, without a time limit (libuv, `uv_getaddrinfo`): two names whose servers do
 * not answer would hold both, and delay other endpoints and the database's connections.
 *
 * @param servers replace those of the system
 * @param bySystem replaces the system's resolver
 */
export const createResolve =
  (servers?: string[], bySystem: Resolve = lookup): Resolve =>
  (hostname, options, done) => {
    const ask = async () =>
      (await isInHosts(hostname)) ? undefined : await askDns(hostname, servers);
    ask().then(
      (found) => (found ? done(null, found) : bySystem(hostname, options, done)),
      (error: NodeJS.ErrnoException) =>
        UNKNOWN_TO_DNS.has(error.code ?? '') ? bySystem(hostname, options, done) : done(error, []),
    );
  };

/**
 * A resolver that asks for a name once at a time, and gives the answer to all who asked meanwhile: no name
 * holds both threads of the system's resolver.
 */
export const shareLookups = (resolve: Resolve): Resolve => {
  const asking = new Map<string, Parameters<Resolve>[2][]>();
  return (hostname, options, done) => {
    const others = asking.get(hostname);
    if (others) return void others.push(done);
    const waiting = [done];
    asking.set(hostname, waiting);
    resolve(hostname, options, (...answer) => {
      asking.delete(hostname);
      for (const answered of waiting) answered(...answer);
    });
  };
};

/**
 * A `lookup` for sockets that fails if any address of the name is not public, unless others are allowed. The socket
 * connects to what it returns, so that no later answer of the DNS counts.
 */
export const createLookup =
  (allowsPrivate: boolean, resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error, '');
      if (!allowsPrivate && !addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddressError(), '');
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };

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
export const webhookFault = (text: string, allowsPrivate: boolean): string | undefined => {
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
