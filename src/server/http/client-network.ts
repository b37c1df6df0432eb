import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const GROUPS = 8;
const GROUPS_OF_A_NETWORK = 4;
const GROUPS_OF_A_WIDE_NETWORK = 3;

const groupsOf = (address: string): string[] => {
  // The URL parser writes every form of an address, dotted tails included, in one way.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
};

/**
 * The network that an address belongs to: an IPv4 address itself (also when it is written as IPv6),
 * the /64 of an IPv6 address, which is what one subscriber gets. Undefined for anything else.
 */
export const networkOf = (address: string): string | undefined => {
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return undefined;
  const groups = groupsOf(address);
  const [high = '0', low = '0'] = groups.slice(-2);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bits = [high, low].map((group) => Number.parseInt(group, 16));
    return bits.flatMap((group) => [group >> 8, group & 255]).join('.');
  }
  return `${groups.slice(0, GROUPS_OF_A_NETWORK).join(':')}::/64`;
};

/**
 * The wider network that a network of `networkOf` belongs to: the /24 of an IPv4 address, the /48 of
 * an IPv6 /64, which is the most that a subscriber is commonly given.
 */
export const wideNetworkOf = (network: string): string => {
  if (isIPv4(network)) return `${network.split('.').slice(0, 3).join('.')}.0/24`;
  const groups = network.split(':');
  return network.endsWith('::/64')
    ? `${groups.slice(0, GROUPS_OF_A_WIDE_NETWORK).join(':')}::/48`
    : network;
};

// Some proxies write the client's port behind its address.
const withoutPort = (address: string): string =>
  address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1');

/** The network of the client, as far as trusted proxies name it, else of who connected. */
export const clientNetwork = (request: FastifyRequest): string =>
  networkOf(withoutPort(request.ip)) ?? networkOf(request.socket.remoteAddress ?? '') ?? 'unknown';
