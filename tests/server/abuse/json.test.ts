import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { listenOnFreePort, statusesIn } from '#tests/support/server/http/raw-http.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { signInByCode } from '#tests/support/server/log-in-steps.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  companyBody,
  completeBody,
  makeUser,
  userBody,
} from '#tests/support/server/sign-up-steps.ts';

const EMAIL = 'asha@acme.example';
const ID = '6f0f5dd1-40f8-4d1e-9a8e-0d8f6f1e2a3b';
const KIB_64 = 64 * 1024;

const demo = { name: 'A', email: EMAIL, phone: '1', organization: 'B', message: '' };

/** Every call that takes JSON, with a valid body. */
const calls = [
  ['POST', fillPath(paths.sendSignUpCode, { email: EMAIL }), {}],
  ['POST', fillPath(paths.sendLoginCode, { email: EMAIL }), {}],
  ['POST', paths.createCompany, companyBody],
  ['POST', paths.createUser, userBody(ID, EMAIL)],
  ['POST', paths.notifySales, { companyName: 'A', userName: 'B', userEmail: EMAIL }],
  ['PATCH', paths.updateCompany, { uuid: ID, name: 'A', about: '' }],
  ['PATCH', paths.completeUser, completeBody(ID)],
  ['PATCH', paths.updatePassword, { uuid: ID, status: 'accepted', password: 'x'.repeat(20) }],
  ['POST', paths.login, { email: EMAIL, password: 'x'.repeat(20) }],
  ['POST', paths.requestDemo, demo],
  ['POST', paths.refresh, {}],
  ['POST', paths.logout, {}],
] as const;

const json = { 'content-type': 'application/json' };
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

/** Valid except for the duplicate, whichever of the two is read. */
const withKeysTwice = (good: object) => {
  const members = JSON.stringify(good).slice(1, -1) || '"a":1';
  return `{${members},${members}}`;
};

onEmbeddedDatabase('abusive JSON', (server) => {
  /** A client with a ticket, a company and a code session: no call refuses it before validation. */
  const insider = async () => {
    const client = server().client();
    const { email } = await makeUser(server(), client);
    await signInByCode(server(), client, email);
    return client;
  };

  /** Sends a body to every call and returns the statuses; nothing may have changed. */
  const sendToAll = async (client: TestClient, make: (good: object) => object | string) => {
    const before = await databaseState(server());
    const statuses: Record<string, number> = {};
    for (const [method, path, good] of calls) {
      const body = make(good);
      const payload = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await client.send(method, path, { payload, headers: json });
      expect([path, response.text]).toEqual([path, expect.stringContaining('"error"')]);
      statuses[path] = response.status;
    }
    expect(await databaseState(server())).toEqual(before);
    return statuses;
  };

  const all = (status: number) => Object.fromEntries(calls.map(([, path]) => [path, status]));

  it.each<[string, number, (good: object) => object | string]>([
    ['truncated', 400, (good) => `${JSON.stringify({ ...good, z: 1 }).slice(0, -1)}`],
    ['null', 400, () => 'null'],
    ['an array', 400, (good) => [good]],
    ['a boolean', 400, () => 'true'],
    ['followed by another value', 400, (good) => `${JSON.stringify(good)} {}`],
    ['nested 20,000 deep', 400, () => nested(20_000)],
    ['nested 20,000 deep and never closed', 400, () => '['.repeat(20_000)],
    ['nested 8,000 deep in an object', 400, () => `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`],
    [
      'with __proto__',
      400,
      (good) => JSON.stringify(good).replace('{', '{"__proto__":{"owned":1},').replace(',}', '}'),
    ],
    [
      'with constructor.prototype',
      400,
      (good) => ({ ...good, constructor: { prototype: { owned: 1 } } }),
    ],
    ['with an unknown key', 400, (good) => ({ ...good, role: 'owner' })],
    ['with every key twice', 400, withKeysTwice],
    ['of 100 KB', 413, (good) => ({ ...good, padding: 'x'.repeat(100_000) })],
    ['of 100 KB of brackets', 413, () => nested(50_000)],
  ])('%s is %i for every call, and leaves no row', async (_, status, make) => {
    expect(await sendToAll(await insider(), make)).toEqual(all(status));
    expect(({} as Record<string, unknown>)['owned']).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('that is empty is 400 wherever a field is required', async () => {
    const client = await insider();
    const before = await databaseState(server());
    for (const [method, path, good] of calls) {
      if (Object.keys(good).length === 0) continue;
      const response = await client.send(method, path, { payload: '', headers: json });
      expect([path, response.status]).toEqual([path, 400]);
    }
    expect(await databaseState(server())).toEqual(before);
  });

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['no content type', {}],
    ['two content types', { 'content-type': 'application/json, text/plain' }],
  ])('sent as %s is 415, and leaves no row', async (_, headers) => {
    const client = await insider();
    const before = await databaseState(server());
    for (const [method, path, good] of calls) {
      const payload = Buffer.from(JSON.stringify(good));
      const response = await client.send(method, path, { payload, headers: { ...headers } });
      expect([path, response.status]).toEqual([path, 415]);
    }
    expect(await databaseState(server())).toEqual(before);
  });

  it('with an unclosed last string costs no more than any other', async () => {
    // Measures CPU time with a wide bound, because durations vary on a busy machine. A quadratic
    // search would take 256 times as long for 16 times the text.
    const cost = async (bytes: number) => {
      const client = server().client();
      const payload = `"${'\\"'.repeat(bytes / 2 - 1)}`;
      const started = process.cpuUsage();
      for (let round = 0; round < 5; round += 1) {
        const response = await client.send('POST', paths.login, { payload, headers: json });
        expect(response.status).toBe(400);
      }
      const { user } = process.cpuUsage(started);
      return user;
    };
    await cost(KIB_64 / 16);
    expect(await cost(KIB_64)).toBeLessThan(60 * (await cost(KIB_64 / 16)));
  });
});

describe('a body that is too large', () => {
  onEmbeddedDatabase('over a real connection', (server) => {
    const stream = (bytes: number) => {
      const chunk = new TextEncoder().encode('x'.repeat(4096));
      let left = bytes;
      return new ReadableStream({
        pull(controller) {
          left -= chunk.length;
          controller.enqueue(chunk);
          if (left <= 0) controller.close();
        },
      });
    };

    it('is read to its end before the response, while other requests are served', async () => {
      const port = await listenOnFreePort(server());
      const socket = connect(port, '127.0.0.1');
      let response = '';
      socket.on('data', (bytes) => {
        response += bytes;
      });
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      socket.write(
        `POST ${paths.requestDemo} HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost:${port}\r\n`,
      );
      socket.write('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n');
      socket.write(`Connection: close\r\n\r\n${chunk.repeat(10)}`);
      for (let others = 0; others < 3; others += 1)
        expect((await fetch(`http://127.0.0.1:${port}${paths.ready}`)).status).toBe(200);
      expect(response).toBe('');
      socket.write('0\r\n\r\n');
      await once(socket, 'end');
      expect(statusesIn(response)).toEqual([413]);
    });

    it.each<[string, number, () => RequestInit & { duplex?: 'half' }]>([
      ['of 100 KB', 20, () => ({ body: 'x'.repeat(100_000) })],
      ['of 100 KB in chunks', 20, () => ({ body: stream(100_000), duplex: 'half' })],
      ['of 5 MB', 5, () => ({ body: 'x'.repeat(5_000_000) })],
      ['of 5 MB in chunks', 5, () => ({ body: stream(5_000_000), duplex: 'half' })],
    ])('%s gets the response every time instead of a reset', async (_, times, init) => {
      const url = `http://127.0.0.1:${await listenOnFreePort(server())}`;
      const before = await databaseState(server());
      for (let round = 0; round < times; round += 1) {
        const response = await fetch(url + paths.requestDemo, {
          method: 'POST',
          headers: { ...json, origin: url },
          ...init(),
        });
        expect(response.status).toBe(413);
        expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
      }
      expect(await databaseState(server())).toEqual(before);
    });
  });
});
