import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

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

/**
 * A `lookup` for sockets that fails if any address of the name is not public. The socket connects to what it
 * returns, so that no later answer of the DNS counts.
 */
export const createPublicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error, '');
      if (!addresses.every(({ address }) => isPublicAddress(address)))
        return done(new PrivateAddressError(), '');
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
