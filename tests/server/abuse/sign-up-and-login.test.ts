import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { databaseState } from '#tests/support/server/database/database-state.ts';
import { filePart, multipartForm } from '#tests/support/server/http/multipart-form.ts';
import { listenOnFreePort, sendRawText, statusesIn } from '#tests/support/server/http/raw-http.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { makeAccount, signInByCode } from '#tests/support/server/log-in-steps.ts';
import { expectAdmitted, networkLimits } from '#tests/support/server/network-limits.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import {
  companyBody,
  completeBody,
  sendPath,
  userBody,
} from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const NEW = 'something nobody has thought of';

interface SignedInClient {
  client: TestClient;
  email: string;
  userId: string;
  companyId: string;
}

/** Every call that changes something, made by a client that is signed in and has a ticket. */
const unsafeCalls = ({ email, userId, companyId }: SignedInClient) =>
  [
    ['POST', sendPath('somebody@new.example'), {}],
    ['POST', fillPath(paths.sendLoginCode, { email }), {}],
    ['POST', paths.createCompany, { ...companyBody, name: 'Changed' }],
    ['POST', paths.createUser, userBody(companyId, email)],
    ['POST', paths.notifySales, { companyName: 'A', userName: 'B', userEmail: email }],
    ['PATCH', paths.updateCompany, { uuid: companyId, name: 'Changed', about: '' }],
    ['PATCH', paths.completeUser, completeBody(userId, NEW)],
    ['PATCH', paths.updatePassword, { uuid: userId, status: 'accepted', password: NEW }],
    ['POST', paths.login, { email, password: NEW }],
    ['POST', paths.refresh, {}],
    ['POST', paths.logout, {}],
  ] as const;

const logoForm = (companyId: string) =>
  multipartForm([filePart('no image'), { name: 'companyid', content: companyId }]);

onEmbeddedDatabase('a cross-site call', (server) => {
  const somebody = async (): Promise<SignedInClient> => {
    const { maker: client, ...ids } = await makeAccount(server());
    await signInByCode(server(), client, ids.email);
    return { client, ...ids };
  };

  const refusesAll = async (
    { client, ...who }: SignedInClient,
    options: { xsrf?: string | null; origin?: string | null },
    code: string,
  ) => {
    const before = await databaseState(server());
    const cookies = new Map(client.cookies);
    for (const [method, path, payload] of unsafeCalls({ client, ...who })) {
      const response = await client.send(method, path, { payload, ...options });
      expect([path, response.status, response.error?.code]).toEqual([path, 403, code]);
    }
    const { payload, headers } = logoForm(who.companyId);
    const logo = await client.send('POST', paths.uploadLogo, { payload, headers, ...options });
    expect([logo.status, logo.error?.code]).toEqual([403, code]);
    expect(client.cookies).toEqual(cookies);
    expect(await databaseState(server())).toEqual(before);
  };

  it.each([
    ['missing', null],
    ['empty', ''],
    ['wrong', 'x'],
    ['invented', `${'a'.repeat(43)}.${'b'.repeat(43)}`],
  ])('with an XSRF token that is %s is 403, and changes no row or cookie', async (_, xsrf) => {
    await refusesAll(await somebody(), { xsrf }, 'xsrf');
  });

  it('with the XSRF token of another session, in cookie and header, is 403', async () => {
    const attacker = await somebody();
    const victim = await somebody();
    const stolen = attacker.client.cookies.get(cookieNames.xsrf) ?? '';
    await refusesAll(victim, { xsrf: stolen }, 'xsrf');
    victim.client.cookies.set(cookieNames.xsrf, stolen);
    await refusesAll(victim, { xsrf: stolen }, 'xsrf');
  });

  it.each([null, 'null', 'https://evil.example', 'http://localhost:3000.evil.example'])(
    'with the Origin %j is 403, and changes no row or cookie',
    async (origin) => {
      const who = await somebody();
      await refusesAll(who, { origin }, 'origin_refused');
      const before = await databaseState(server());
      const demo = { name: 'A', email: who.email, phone: '1', organization: 'B' };
      const asked = await who.client.post(paths.requestDemo, demo, { origin });
      expect(asked.error?.code).toBe('origin_refused');
      expect(await databaseState(server())).toEqual(before);
    },
  );
});

describe('a redirect', () => {
  let server: TestServer;
  beforeAll(async () => {
    const webRoot = await mkdtemp(join(tmpdir(), 'sitara-web-'));
    await writeFile(join(webRoot, 'index.html'), '<!doctype html>');
    server = await openTestServer('PGlite', { config: { webRoot } });
  });
  afterAll(() => server.close());

  const targets = [
    '//evil.example',
    '//evil.example/%2e%2e',
    '//evil.example/..',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '/javascript:alert(1)',
    '/app//evil.example',
    '/app/\\evil.example',
    '/app?next=//evil.example',
    '/app/?returnTo=javascript:alert(1)',
    '/login?redirect=https://evil.example',
    '/v2/user/getuser?next=//evil.example',
    'http://evil.example/app',
  ];

  it.each(targets)('never leads off the site: %s', async (target) => {
    const port = await listenOnFreePort(server);
    const head = `GET ${target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`;
    const response = await sendRawText(port, head);
    const [, location] = /^location: (.*)\r$/im.exec(response) ?? [];
    expect([undefined, '/login']).toContain(location);
    expect(response).not.toContain('evil.example');
  });

  it.each(['//', '//evil.example/%2e%2e', '//evil.example/..', '///'])(
    'is not sent for %s, which is 404',
    async (path) => {
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const response = await sendRawText(await listenOnFreePort(server), head);
      expect(statusesIn(response)).toEqual([404]);
    },
  );
});

const callFrom = (server: TestServer, { call }: (typeof networkLimits)[number], address: string) =>
  call(server.client('198.51.100.200'), server.email(), { 'x-forwarded-for': address });

const through = (responses: { status: number }[]) =>
  responses.filter(({ status }) => status !== 429).length;

onEmbeddedDatabase('an X-Forwarded-For without a trusted proxy', (server) => {
  it.each(networkLimits)(
    'does not circumvent a limit by changing with every call: $name',
    async (limit) => {
      const since = Date.now();
      const responses = [];
      for (let index = 0; index < limit.rate.count + 5; index += 1)
        responses.push(await callFrom(server(), limit, `203.0.113.${index}`));
      expectAdmitted(through(responses), limit.rate, since);
      const { rows } = await sql`select 1 from limits where key like '%203.0.113.%'`.execute(
        server().db,
      );
      expect(rows).toEqual([]);
    },
  );
});

onEmbeddedDatabase(
  'an X-Forwarded-For behind one trusted proxy',
  (server) => {
    it.each(networkLimits)('counts by its last address only: $name', async (limit) => {
      const since = Date.now();
      const responses = [];
      for (let index = 0; index < limit.rate.count + 5; index += 1)
        responses.push(await callFrom(server(), limit, `203.0.113.${index}, 192.0.2.1`));
      expectAdmitted(through(responses), limit.rate, since);
      const elsewhere = await callFrom(server(), limit, '192.0.2.1, 203.0.113.9');
      expect(elsewhere.status).not.toBe(429);
    });
  },
  { config: { trustProxy: 1 } },
);
