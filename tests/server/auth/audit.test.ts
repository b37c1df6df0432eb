import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { auditFailure } from '#server/audit/audit.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import { auditTrail, logIn, logInByCode, makeAccount } from '#tests/support/server/log-in-steps.ts';
import {
  differentCode,
  receiveCode,
  sendPath,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

const TRIES = 4;
const MINUTE_MS = 60_000;

/**
 * Refused attempts of every kind from one network: the address they concern, and their responses.
 */
const kinds: Record<
  string,
  (server: TestServer) => Promise<{ email: string; responses: number[] }>
> = {
  'login.password rejected': async (server) => {
    const [client, { email }] = [server.client(), await makeAccount(server)];
    const responses = [];
    for (let tries = 0; tries < TRIES; tries += 1)
      responses.push((await logIn(client, email, 'not the password')).status);
    return { email, responses };
  },
  'login.code rejected': async (server) => {
    const [client, email] = [server.client(), server.email()];
    const responses = [];
    for (let tries = 0; tries < TRIES; tries += 1)
      responses.push((await logInByCode(client, email, '123456')).status);
    return { email, responses };
  },
  'code.verified rejected': async (server) => {
    const [client, email] = [server.client(), server.email()];
    const code = await receiveCode(server, client, email);
    const responses = [];
    for (let step = 1; step <= TRIES; step += 1)
      responses.push((await client.get(verifyPath(email, differentCode(code, step)))).status);
    return { email, responses };
  },
  'code.requested registered': async (server) => {
    const [client, { email }] = [server.client(), await makeAccount(server)];
    const responses = [];
    for (let tries = 0; tries < TRIES; tries += 1)
      responses.push((await client.post(sendPath(email))).status);
    return { email, responses };
  },
  'code.requested limited': async (server) => {
    const [client, email] = [server.client(), server.email()];
    await receiveCode(server, client, email);
    const responses = [];
    for (let tries = 0; tries < TRIES; tries += 1)
      responses.push((await client.post(sendPath(email))).status);
    return { email, responses };
  },
  'password.changed rejected': async (server) => {
    const { email, userId: uuid, maker } = await makeAccount(server);
    const change = { uuid, status: 'accepted', password: 'yet another long passphrase' };
    const responses = [];
    for (let tries = 0; tries < TRIES; tries += 1)
      responses.push((await maker.patch(paths.updatePassword, change)).status);
    return { email, responses };
  },
  'session expired': async (server) => {
    const { email, maker } = await makeAccount(server);
    const left = copyCookies(maker, server.client());
    await maker.post(paths.logout);
    const responses = [];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const tab = copyCookies(left, server.client('198.51.100.7'));
      responses.push((await tab.post(paths.refresh)).status);
    }
    return { email, responses };
  },
};

onEachDatabase('the audit log of refusals', (server) => {
  const refusals = (kind: string, email: string) => {
    const [event = '', outcome = ''] = kind.split(' ');
    const { db } = server();
    const user = db.selectFrom('users').where('email', '=', email).select('id');
    return db
      .selectFrom('audit')
      .where('event', '=', event)
      .where('outcome', '=', outcome)
      .where((on) => on.or([on('email', '=', email), on('user_id', 'in', user)]))
      .selectAll()
      .execute();
  };

  it.each(Object.keys(kinds))('has one row per minute, network and address: %s', async (kind) => {
    const { email, responses } = (await kinds[kind]?.(server())) ?? { email: '', responses: [] };
    expect(responses).toHaveLength(TRIES);
    for (const status of responses) expect(status).toBeGreaterThanOrEqual(400);
    const rows = await refusals(kind, email);
    const minutes = new Set(rows.map(({ at }) => at.getTime()));
    // The test may run across the start of a minute.
    expect([1, 2]).toContain(rows.length);
    expect(minutes.size).toBe(rows.length);
    for (const minute of minutes) expect(minute % MINUTE_MS).toBe(0);
  });

  it('has separate rows for every wide network and every address, also for concurrent requests', async () => {
    const refused = { event: 'login.password', outcome: 'rejected' } as const;
    const [email, other] = [server().email(), server().email()];
    const tries = [
      { email, network: '198.51.100.1' },
      { email, network: '198.51.101.2' },
      { email: other, network: '198.51.100.1' },
    ];
    const floods = Array.from({ length: 30 }, (_, index) => tries[index % tries.length] ?? {});
    await Promise.all(floods.map((who) => auditFailure(server().db, { ...refused, ...who })));
    const rows = await refusals('login.password rejected', email);
    const networks = new Set(rows.map(({ network }) => network));
    expect(networks).toEqual(new Set(['198.51.100.1', '198.51.101.2']));
    expect(rows.length).toBeLessThanOrEqual(4);
    expect((await refusals('login.password rejected', other)).length).toBeLessThanOrEqual(2);
  });

  it('has one row for refusals of a rate limit, from any network or for any address', async () => {
    const { db } = server();
    const email = server().email();
    for (let count = 1; count <= 5; count += 1) {
      const closed = { event: 'login.password', outcome: 'closed', email } as const;
      await auditFailure(db, { ...closed, network: `198.51.${count}.7` }, email);
      const limited = { event: 'code.requested', outcome: 'limited' } as const;
      const network = '198.51.100.99';
      await auditFailure(db, { ...limited, email: server().email(), network }, network);
    }
    expect([1, 2]).toContain((await refusals('login.password closed', email)).length);
    const rows = await db
      .selectFrom('audit')
      .where('network', '=', '198.51.100.99')
      .select('id')
      .execute();
    expect([1, 2]).toContain(rows.length);
  });
});

onEachDatabase('the audit log of successes', (server) => {
  it('has one row for each success, and none for a session renewal', async () => {
    const { email, userId, maker } = await makeAccount(server());
    const client = server().client();
    for (let times = 0; times < 3; times += 1)
      expect((await logIn(client, email)).status).toBe(200);
    const before = await auditTrail(server(), { email, userId });
    expect(before.filter((line) => line === 'login.password accepted')).toHaveLength(3);
    expect((await maker.post(paths.refresh)).status).toBe(200);
    expect(await auditTrail(server(), { email, userId })).toEqual(before);
  });

  it(
    'has one row per minute for hundreds of refusals of one wide network, whichever limit refused them',
    FURTHER,
    async () => {
      const { email } = await makeAccount(server());
      const from = (index: number) => server().client(`2001:db8:99:${index.toString(16)}::1`);
      await Promise.all(
        Array.from({ length: 300 }, (_, index) => from(index).get(verifyPath(email, '000000'))),
      );
      await Promise.all(
        Array.from({ length: 300 }, (_, index) => from(index).post(sendPath(email))),
      );
      await Promise.all(
        Array.from({ length: 300 }, (_, index) => logIn(from(index), email, 'not the password')),
      );
      const rows = await server()
        .db.selectFrom('audit')
        .where('network', 'like', '2001:db8:99:%')
        .select(['event', 'outcome', 'at'])
        .execute();
      const kinds = rows.map(({ event, outcome }) => `${event} ${outcome}`);
      // The test may run across the start of a minute.
      for (const kind of new Set(kinds))
        expect([kind, kinds.filter((other) => other === kind).length <= 3]).toEqual([kind, true]);
    },
  );
});
