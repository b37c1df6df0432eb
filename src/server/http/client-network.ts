import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const GROUPS = 8;
const NETWORK_GROUPS = 4;
const WIDE_NETWORK_GROUPS = 3;

/** Budget of a wide network (/24, /48), as a multiple of the budget of one address or /64. */
export const WIDE_NETWORK_FACTOR = 5;

const groupsOf = (address: string): string[] => {
  // The URL parser normalises every notation of an IPv6 address, embedded IPv4 included.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
};

/**
 * The network of an address, by which clients are limited: an IPv4 address itself (also if mapped to
 * IPv6), or the /64 of an IPv6 address, which is one subscriber's. Undefined for any other text.
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
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
};

/**
 * The wider network of a network from `networkOf`: the /24 of an IPv4 address, or the /48 of an IPv6
 * /64, which is the largest block that a subscriber commonly gets.
 */
export const wideNetworkOf = (network: string): string => {
  if (network.endsWith('::/64'))
    return `${network.split(':').slice(0, WIDE_NETWORK_GROUPS).join(':')}::/48`;
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network;
};

// Some proxies append the client's port to its address.
const withoutPort = (address: string): string =>
  address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[(.+)\](?::\d+)?$/, '$1');

/** The network of the client, by trusted proxies' headers if there are any, else of the peer. */
export const clientNetwork = (request: FastifyRequest): string =>
  networkOf(request.ip) ??
  networkOf(withoutPort(request.ip)) ??
  networkOf(request.socket.remoteAddress ?? '') ??
  'unknown';
