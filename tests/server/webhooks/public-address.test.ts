import { expect, it } from 'vitest';
import {
  createLookup,
  isPrivateHost,
  isPublicAddress,
  PrivateAddressError,
} from '#server/config/webhook-endpoints.ts';

it.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::10.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2001::1',
  '2001:db8::1',
  '2002:a00:1::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['1.1.1.1', '100.63.255.255', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00::1]:8443/',
])('%s is refused before a request', (url) => {
  expect(isPrivateHost(new URL(url))).toBe(true);
});

it('a name or a public address is not refused before it is looked up', () => {
  for (const url of ['https://example.com/', 'https://1.1.1.1/', 'https://[2606:4700::1]/'])
    expect(isPrivateHost(new URL(url))).toBe(false);
});

/** What a socket gets for a name with these addresses. */
const lookUp = (addresses: string[], all: boolean) =>
  new Promise<unknown>((resolve) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    createLookup(false, (_hostname, _options, done) => done(null, found))(
      'hooks.example',
      { all },
      (error, ...rest) => resolve(error ?? rest),
    );
  });

it.each([true, false])('a name with any private address is refused (all: %s)', async (all) => {
  expect(await lookUp(['127.0.0.1'], all)).toBeInstanceOf(PrivateAddressError);
  expect(await lookUp(['1.1.1.1', '10.0.0.1'], all)).toBeInstanceOf(PrivateAddressError);
  expect(await lookUp(['2606:4700::1', 'fe80::1'], all)).toBeInstanceOf(PrivateAddressError);
});

it('a name with public addresses gives those to the socket', async () => {
  expect(await lookUp(['1.1.1.1', '2606:4700::1'], false)).toEqual(['1.1.1.1', 4]);
  expect(await lookUp(['1.1.1.1'], true)).toEqual([[{ address: '1.1.1.1', family: 4 }]]);
});
