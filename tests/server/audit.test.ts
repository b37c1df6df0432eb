import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { auditRefusal } from '#server/audit.ts';
import { copyCookies } from '../support/copy-cookies.ts';
import { auditTrail, logIn, logInByCode, makeAccount } from '../support/log-in-steps.ts';
import { anotherCode, receiveCode, sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '../support/test-server.ts';

const TRIES = 4;
const MINUTE_MS = 60_000;

/** Refused tries of every kind, each from one network: who they are about, and their answers. */
const kinds: Record<string, (server: TestServer) => Promise<{ email: string; answers: number[] }>> =
  {
    'login.password rejected': async (server) => {
      const [client, { email }] = [server.client(), await makeAccount(server)];
      const answers = [];
      for (let tries = 0; tries < TRIES; tries += 1)
        answers.push((await logIn(client, email, 'not the password')).status);
      return { email, answers };
    },
    'login.code rejected': async (server) => {
      const [client, email] = [server.client(), server.email()];
      const answers = [];
      for (let tries = 0; tries < TRIES; tries += 1)
        answers.push((await logInByCode(client, email, '123456')).status);
      return { email, answers };
    },
    'code.verified rejected': async (server) => {
      const [client, email] = [server.client(), server.email()];
      const code = await receiveCode(server, client, email);
      const answers = [];
      for (let step = 1; step <= TRIES; step += 1)
        answers.push((await client.get(verifyPath(email, anotherCode(code, step)))).status);
      return { email, answers };
    },
    'code.requested registered': async (server) => {
      const [client, { email }] = [server.client(), await makeAccount(server)];
      const answers = [];
      for (let tries = 0; tries < TRIES; tries += 1)
        answers.push((await client.post(sendPath(email))).status);
      return { email, answers };
    },
    'code.requested limited': async (server) => {
      const [client, email] = [server.client(), server.email()];
      await receiveCode(server, client, email);
      const answers = [];
      for (let tries = 0; tries < TRIES; tries += 1)
        answers.push((await client.post(sendPath(email))).status);
      return { email, answers };
    },
    'password.changed rejected': async (server) => {
      const { email, userId: uuid, maker } = await makeAccount(server);
      const change = { uuid, status: 'accepted', password: 'yet another long passphrase' };
      const answers = [];
      for (let tries = 0; tries < TRIES; tries += 1)
        answers.push((await maker.patch(paths.updatePassword, change)).status);
      return { email, answers };
    },
    'session expired': async (server) => {
      const { email, maker } = await makeAccount(server);
      const left = copyCookies(maker, server.client());
      await maker.post(paths.logout);
      const answers = [];
      for (let tries = 0; tries < TRIES; tries += 1) {
        const tab = copyCookies(left, server.client('198.51.100.7'));
        answers.push((await tab.post(paths.refresh)).status);
      }
      return { email, answers };
    },
  };

onEachDatabase('of what was refused', (server) => {
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

  it.each(Object.keys(kinds))(
    'one row a minute is kept of a network and an address: %s',
    async (kind) => {
      const { email, answers } = (await kinds[kind]?.(server())) ?? { email: '', answers: [] };
      expect(answers).toHaveLength(TRIES);
      for (const status of answers) expect(status).toBeGreaterThanOrEqual(400);
      const rows = await refusals(kind, email);
      const minutes = new Set(rows.map(({ at }) => at.getTime()));
      // The minute may turn on the way.
      expect([1, 2]).toContain(rows.length);
      expect(minutes.size).toBe(rows.length);
      for (const minute of minutes) expect(minute % MINUTE_MS).toBe(0);
    },
  );

  it('a row of its own is kept of every wide network and every address, however many come at once', async () => {
    const refused = { event: 'login.password', outcome: 'rejected' } as const;
    const [email, other] = [server().email(), server().email()];
    const tries = [
      { email, network: '198.51.100.1' },
      { email, network: '198.51.101.2' },
      { email: other, network: '198.51.100.1' },
    ];
    const floods = Array.from({ length: 30 }, (_, index) => tries[index % tries.length] ?? {});
    await Promise.all(floods.map((who) => auditRefusal(server().db, { ...refused, ...who })));
    const rows = await refusals('login.password rejected', email);
    const networks = new Set(rows.map(({ network }) => network));
    expect(networks).toEqual(new Set(['198.51.100.1', '198.51.101.2']));
    expect(rows.length).toBeLessThanOrEqual(4);
    expect((await refusals('login.password rejected', other)).length).toBeLessThanOrEqual(2);
  });

  it('one row is kept of what a limit refuses, from any network or for any address', async () => {
    const { db } = server();
    const email = server().email();
    for (let count = 1; count <= 5; count += 1) {
      const closed = { event: 'login.password', outcome: 'closed', email } as const;
      await auditRefusal(db, { ...closed, network: `198.51.${count}.7` }, email);
      const limited = { event: 'code.requested', outcome: 'limited' } as const;
      const network = '198.51.100.99';
      await auditRefusal(db, { ...limited, email: server().email(), network }, network);
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

onEachDatabase('of what was achieved', (server) => {
  it('a row each is kept, but none of a session that was renewed', async () => {
    const { email, userId, maker } = await makeAccount(server());
    const client = server().client();
    for (let times = 0; times < 3; times += 1)
      expect((await logIn(client, email)).status).toBe(200);
    const before = await auditTrail(server(), { email, userId });
    expect(before.filter((line) => line === 'login.password accepted')).toHaveLength(3);
    expect((await maker.post(paths.refresh)).status).toBe(200);
    expect(await auditTrail(server(), { email, userId })).toEqual(before);
  });

  it('hundreds from one wide network are a row a minute, whichever limit has refused them', async () => {
    const { email } = await makeAccount(server());
    const from = (index: number) => server().client(`2001:db8:99:${index.toString(16)}::1`);
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => from(index).get(verifyPath(email, '000000'))),
    );
    await Promise.all(Array.from({ length: 300 }, (_, index) => from(index).post(sendPath(email))));
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => logIn(from(index), email, 'not the password')),
    );
    const rows = await server()
      .db.selectFrom('audit')
      .where('network', 'like', '2001:db8:99:%')
      .select(['event', 'outcome', 'at'])
      .execute();
    const kinds = rows.map(({ event, outcome }) => `${event} ${outcome}`);
    // The minute may turn on the way.
    for (const kind of new Set(kinds))
      expect([kind, kinds.filter((other) => other === kind).length <= 3]).toEqual([kind, true]);
  });
});
