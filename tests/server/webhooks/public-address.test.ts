import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import {
  createLookup,
  createResolve,
  isPrivateHost,
  isPublicAddress,
  PrivateAddressError,
} from '#server/config/webhook-endpoints.ts';
import { REQUEST_MS } from '#server/webhooks/webhooks.ts';

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

/** A server of the DNS that answers a query as told; undefined: never. */
const openDns = async (answer: (query: Buffer) => Buffer | undefined) => {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, { port, address }) => {
    const response = answer(query);
    if (response) socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return [`127.0.0.1:${socket.address().port}`];
};

/** The flags and counts of a response with one answer, or with the code "name error" (RFC 1035, section 4.1.1). */
const respond = (query: Buffer, flags: number, ...answers: Buffer[]): Buffer => {
  const response = Buffer.concat([query, ...answers]);
  response.writeUInt16BE(flags, 2);
  response.writeUInt16BE(answers.length, 6);
  // c-ares adds a record of its own (EDNS), which is left out.
  response.writeUInt16BE(0, 10);
  return response;
};

const resolveBy = async (hostname: string, answer: (query: Buffer) => Buffer | undefined) => {
  const asked: string[] = [];
  const resolve = createResolve(await openDns(answer), (name, _options, done) => {
    asked.push(name);
    done(null, [{ address: '1.1.1.1', family: 4 }]);
  });
  const found = await new Promise<unknown>((answered) => {
    resolve(hostname, { all: true }, (error, addresses) => answered(error?.code ?? addresses));
  });
  return { found, asked };
};

const never = () => undefined;
const system = [{ address: '1.1.1.1', family: 4 }];

it('a name whose servers do not answer is given up in time, and takes no thread of the system', async () => {
  const start = performance.now();
  expect(await resolveBy('hooks.example', never)).toEqual({ found: 'ETIMEOUT', asked: [] });
  expect(performance.now() - start).toBeLessThan(REQUEST_MS);
});

it('a name that the DNS does not know, or that is in the hosts file, is asked of the system', async () => {
  const unknown = (query: Buffer) => respond(query, 0x8183);
  expect(await resolveBy('crm', unknown)).toEqual({ found: system, asked: ['crm'] });
  expect(await resolveBy('localhost', never)).toEqual({ found: system, asked: ['localhost'] });
});

it('a name has the addresses that the DNS says', async () => {
  // A pointer to the question's name, type A or AAAA, class IN, 60 seconds, length, address.
  const known = (query: Buffer) => {
    const question = query.subarray(0, 12 + 'xhooksxexamplex'.length + 4);
    const isV4 = question.readUInt16BE(question.length - 4) === 1;
    const record = isV4
      ? 'c00c000100010000003c000408080808'
      : 'c00c001c00010000003c001026064700000000000000000000000001';
    return respond(question, 0x8180, Buffer.from(record, 'hex'));
  };
  expect(await resolveBy('hooks.example', known)).toEqual({
    found: [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ],
    asked: [],
  });
});
