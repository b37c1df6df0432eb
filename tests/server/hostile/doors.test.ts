import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieNames } from '#contract/cookies.ts';
import { fillPath, paths } from '#contract/paths.ts';
import { databaseState } from '../../support/database-state.ts';
import { logIn, makeAccount, signInByCode } from '../../support/log-in-steps.ts';
import { filePart, form } from '../../support/multipart-form.ts';
import { networkLimits } from '../../support/network-limits.ts';
import { listenOn, statusesIn, talk } from '../../support/raw-http.ts';
import { companyBody, completeBody, sendPath, userBody } from '../../support/sign-up-steps.ts';
import type { TestClient } from '../../support/test-client.ts';
import { onEachDatabase, openTestServer, type TestServer } from '../../support/test-server.ts';

const NEW = 'something nobody has thought of';

interface Somebody {
  client: TestClient;
  email: string;
  userId: string;
  companyId: string;
}

/** Every call that changes something, as somebody may make it who is signed in and has a ticket. */
const unsafeCalls = ({ email, userId, companyId }: Somebody) =>
  [
    ['POST', sendPath('somebody@new.example'), {}],
    ['POST', fillPath(paths.sendLoginCode, email), {}],
    ['POST', paths.createCompany, { ...companyBody, name: 'Changed' }],
    ['POST', paths.createUser, userBody(companyId, email)],
    ['POST', paths.tellSales, { companyName: 'A', userName: 'B', userEmail: email }],
    ['PATCH', paths.updateCompany, { uuid: companyId, name: 'Changed', about: '' }],
    ['PATCH', paths.completeUser, completeBody(userId, NEW)],
    ['PATCH', paths.updatePassword, { uuid: userId, status: 'accepted', password: NEW }],
    ['POST', paths.login, { email, password: NEW }],
    ['POST', paths.refresh, {}],
    ['POST', paths.logout, {}],
  ] as const;

const logoForm = (companyId: string) =>
  form([filePart('no image'), { name: 'companyid', content: companyId }]);

onEachDatabase('a call from elsewhere', (server) => {
  const somebody = async (): Promise<Somebody> => {
    const { maker: client, ...ids } = await makeAccount(server());
    await signInByCode(server(), client, ids.email);
    return { client, ...ids };
  };

  const refusesAll = async (
    { client, ...who }: Somebody,
    options: { xsrf?: string | null; origin?: string | null },
    code: string,
  ) => {
    const before = await databaseState(server());
    const cookies = new Map(client.cookies);
    for (const [method, path, payload] of unsafeCalls({ client, ...who })) {
      const answer = await client.send(method, path, { payload, ...options });
      expect([path, answer.status, answer.error?.code]).toEqual([path, 403, code]);
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
  ])('with an XSRF value that is %s is 403, and changes no row and no cookie', async (_, xsrf) => {
    await refusesAll(await somebody(), { xsrf }, 'xsrf');
  });

  it('with the XSRF value of another session, in cookie and header, is 403', async () => {
    const attacker = await somebody();
    const victim = await somebody();
    const stolen = attacker.client.cookies.get(cookieNames.xsrf) ?? '';
    await refusesAll(victim, { xsrf: stolen }, 'xsrf');
    victim.client.cookies.set(cookieNames.xsrf, stolen);
    await refusesAll(victim, { xsrf: stolen }, 'xsrf');
  });

  it.each([null, 'null', 'https://evil.example', 'http://localhost:3000.evil.example'])(
    'whose Origin is %j is 403, and changes no row and no cookie',
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
    const port = await listenOn(server);
    const head = `GET ${target} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`;
    const answer = await talk(port, head);
    const [, location] = /^location: (.*)\r$/im.exec(answer) ?? [];
    expect([undefined, '/#/login']).toContain(location);
    expect(answer).not.toContain('evil.example');
  });

  it.each(['//', '//evil.example/%2e%2e', '//evil.example/..', '///'])(
    'is not tempted from the page either, which is not served as %s',
    async (path) => {
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
      const answer = await talk(await listenOn(server), head);
      expect(statusesIn(answer)).toEqual([404]);
    },
  );
});

const callFrom = (server: TestServer, { call }: (typeof networkLimits)[number], address: string) =>
  call(server.client('198.51.100.200'), server.email(), { 'x-forwarded-for': address });

const through = (answers: { status: number }[]) =>
  answers.filter(({ status }) => status !== 429).length;

onEachDatabase('an X-Forwarded-For that nobody trusts', (server) => {
  it.each(networkLimits)(
    'loosens no limit when it changes with every call: $name',
    async (limit) => {
      const answers = [];
      for (let index = 0; index < limit.most + 5; index += 1)
        answers.push(await callFrom(server(), limit, `203.0.113.${index}`));
      expect(through(answers)).toBe(limit.most);
      const { rows } = await sql`select 1 from limits where key like '%203.0.113.%'`.execute(
        server().db,
      );
      expect(rows).toEqual([]);
    },
  );
});

onEachDatabase(
  'an X-Forwarded-For behind one trusted proxy',
  (server) => {
    it.each(networkLimits)(
      'counts by its last address, whatever stands before: $name',
      async (limit) => {
        const answers = [];
        for (let index = 0; index < limit.most + 5; index += 1)
          answers.push(await callFrom(server(), limit, `203.0.113.${index}, 192.0.2.1`));
        expect(through(answers)).toBe(limit.most);
        const elsewhere = await callFrom(server(), limit, '192.0.2.1, 203.0.113.9');
        expect(elsewhere.status).not.toBe(429);
      },
    );
  },
  { config: { trustProxy: 1 } },
);

onEachDatabase('a wrong password from many networks', (server) => {
  it('still closes its address after five', async () => {
    const { email } = await makeAccount(server());
    for (let tries = 0; tries < 5; tries += 1)
      expect((await logIn(server().client(), email, NEW)).status).toBe(401);
    const answer = await server()
      .client()
      .post(
        paths.login,
        { email, password: NEW },
        { headers: { 'x-forwarded-for': '192.0.2.77' } },
      );
    expect(answer.status).toBe(429);
  });
});
