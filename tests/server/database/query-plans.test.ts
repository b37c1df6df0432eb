import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { cookieNames } from '#contract/cookies.ts';
import { eraseAccount } from '#server/cli/erase-account.ts';
import { listAudit } from '#server/cli/list-audit.ts';
import { createAuditPartitions } from '#server/database/audit-partitions.ts';
import { BATCH_ROWS, reap } from '#server/database/reaper.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { addPasskey, listPasskeys, logInByPasskey } from '#tests/support/passkeys/passkey-steps.ts';
import { callsFunction, explainQuery } from '#tests/support/server/database/explain-query.ts';
import { fillDatabase, growingTables } from '#tests/support/server/database/fill-database.ts';
import { recordQueries } from '#tests/support/server/database/record-queries.ts';
import {
  logIn,
  logInByCode,
  makeAccount,
  signInByCode,
} from '#tests/support/server/log-in-steps.ts';
import {
  differentCode,
  receiveCode,
  sendPath,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, type TestServer } from '#tests/support/server/test-server.ts';

// Enough rows that an index lookup is cheaper than a sequential scan.
const ROWS = 5000;
// The largest rate limit looks at 30 rows (codes per network); a user's sessions are few.
const ROWS_READ_MAX = 50;
// A batch's row is found in its index and again by its key; a company's users are looked up.
const READS_PER_REAPED_ROW = 4;

// A tenth of four weeks' audit rows, which belong to the person, and those of the sign-up.
const OWN_OUTCOMES_MAX = 2400 + 20;
const THREE_WEEKS_MS = 21 * 24 * 60 * 60_000;

// Generous for busy machines.

const { queries, observe } = recordQueries();

const signUpAndFail = async (server: TestServer) => {
  const client = server.client();
  const email = server.email();
  const code = await receiveCode(server, client, email);
  expect((await client.post(sendPath(email))).status).toBe(429);
  expect((await client.get(verifyPath(email, differentCode(code)))).status).toBe(400);
  expect((await client.get(verifyPath(email, code))).status).toBe(200);
};

const comeBack = async (server: TestServer) => {
  const { email, userId, maker } = await makeAccount(server);
  expect((await server.client().post(sendPath(email))).status).toBe(409);
  expect((await maker.get(paths.currentUser)).status).toBe(200);
  const used = maker.cookies.get(cookieNames.refresh) ?? '';
  expect((await maker.post(paths.refresh)).status).toBe(200);
  const next = maker.cookies.get(cookieNames.refresh) ?? '';
  maker.cookies.set(cookieNames.refresh, used);
  expect((await maker.post(paths.refresh)).status).toBe(200);
  maker.cookies.set(cookieNames.refresh, next);
  expect((await logIn(maker, email)).status).toBe(200);
  await signInByCode(server, maker, email);
  const change = { uuid: userId, status: 'accepted', password: 'yet another long passphrase' };
  expect((await maker.patch(paths.updatePassword, change)).status).toBe(200);
  expect((await maker.get('/app/')).status).toBe(200);
  expect((await maker.post(paths.logout)).status).toBe(200);
};

const usePasskeys = async (server: TestServer) => {
  const { maker } = await makeAccount(server);
  const { passkey, listed } = await addPasskey(maker);
  expect(await listPasskeys(maker)).toEqual([listed]);
  expect((await logInByPasskey(maker, passkey)).status).toBe(200);
  const { id } = listed;
  expect((await maker.post(paths.renamePasskey, { id, name: 'Phone' })).status).toBe(200);
  expect((await maker.post(paths.removePasskey, { id })).status).toBe(200);
};

const guess = async (server: TestServer) => {
  const [client, email] = [server.client(), server.email()];
  expect((await logInByCode(client, email, '123456')).status).toBe(400);
  const responses = [];
  for (let tries = 0; tries < 22; tries += 1)
    responses.push((await logIn(client, email, 'not the password')).status);
  expect(responses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
  expect(responses.slice(5)).toEqual(Array(17).fill(429));
};

const askForDemos = async (server: TestServer) => {
  const client = server.client();
  const body = {
    name: 'Asha Rao',
    email: server.email(),
    phone: '+919876543210',
    organization: 'Acme',
  };
  const ask = (message: string) => client.post(paths.requestDemo, { ...body, message });
  expect((await ask('again')).status).toBe(200);
  expect((await ask('again')).status).toBe(200);
  for (let count = 1; count < 20; count += 1)
    expect((await ask(`number ${count}`)).status).toBe(200);
  expect((await ask('one too many')).status).toBe(429);
};

const failToMail = async (server: TestServer) => {
  server.mailbox.failure = new Error('Nobody is there.');
  const [client, email] = [server.client(), server.email()];
  await client.post(sendPath(email));
  const attempts = () =>
    server.db.selectFrom('outbox').select('attempts').where('recipient', '=', email).execute();
  await expect.poll(attempts).toEqual([{ attempts: 1 }]);
  await expect
    .poll(async () => {
      await sql`update outbox set next_at = now(), expires_at = now()
        where recipient = ${email}`.execute(server.db);
      server.clock.ring();
      return attempts();
    })
    .toEqual([]);
  server.mailbox.failure = undefined;
};

/** Expects no query with a full scan, or that reads more than this many rows. */
const expectShortReads = async (
  { db }: TestServer,
  asked: readonly CompiledQuery[],
  rowsReadMax: number,
) => {
  const found = [];
  for (const query of asked) {
    const { fullScans, rowsRead } = await explainQuery(db, query);
    if (fullScans.length > 0 || rowsRead > rowsReadMax)
      found.push({ query: query.sql, fullScans, rowsRead });
  }
  expect(found, JSON.stringify(found)).toEqual([]);
};

/** Turns autovacuum off: with new statistics during a test, the planner would choose other plans. */
const keepStatistics = async (db: Kysely<Database>) => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db);
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = false)`.execute(db);
};

onEachDatabase(
  'with many rows in every table',
  (server) => {
    beforeAll(async () => {
      await keepStatistics(server().db);
      const { db } = server();
      await fillDatabase(db, { users: ROWS, sessions: ROWS, leads: ROWS, others: ROWS });
      // Where nothing waits, the index of what waits is as cheap as that of the ids, and either may be read.
      await sql`insert into outbox (kind, recipient, payload, next_at, expires_at)
        select 'code', 'waits-' || n || '@filled.example', '{}', now() + interval '1 day', now() + interval '1 day'
        from generate_series(1, ${sql.lit(ROWS)}) as n`.execute(db);
      await sql`analyze outbox`.execute(db);
    });

    it('no call reads more rows than its limits look at, and none scans a whole table', async () => {
      queries.clear();
      await signUpAndFail(server());
      await comeBack(server());
      await usePasskeys(server());
      await guess(server());
      await askForDemos(server());
      await failToMail(server());
      // Some statements only take a lock or read system functions.
      const asked = [...queries.values()].filter(
        (query) =>
          callsFunction(query) ||
          (growingTables.some((table) => new RegExp(`\\b${table}\\b`).test(query.sql)) &&
            !query.sql.includes('pg_inherits')),
      );
      // Limits alone, with the account of an address, with the codes of a sign-up and of a login; refunds; a session
      // by password, code, passkey and sign-up; its refresh; and the session of a request.
      expect(asked.filter(callsFunction)).toHaveLength(11);
      // Otherwise the function that verifies a code would return early.
      await sql`update codes set consumed_at = null`.execute(server().db);
      const unasked = growingTables.filter(
        // Only with endpoints, in tests/server/webhooks/query-plans.test.ts, and with FUNNEL, which only adds.
        (table) =>
          !['webhook_deliveries', 'funnel_sums'].includes(table) &&
          !asked.some(({ sql: text }) => new RegExp(`\\b${table}\\b`).test(text)),
      );
      expect(unasked).toEqual([]);
      await expectShortReads(server(), asked, ROWS_READ_MAX);
    });

    it('the reaper reads only what it removes', async () => {
      queries.clear();
      const { db } = server();
      await db
        .transaction()
        .execute(async (trx) => {
          await reap(observe(trx));
          throw new Error('undone');
        })
        .catch(() => {});
      expect(queries.size).toBeGreaterThan(5);
      const readsMax = BATCH_ROWS * READS_PER_REAPED_ROW;
      await expectShortReads(server(), [...queries.values()], readsMax);
    });
  },
  { wrapDatabase: observe },
);

onEachDatabase('with many audit rows in every week', (server) => {
  // Future weeks too: the planner would scan an empty partition.
  const fillWeeks = async (email: string, userId: string) => {
    const { db } = server();
    await createAuditPartitions(db, ago(THREE_WEEKS_MS));
    await sql`insert into audit (at, event, outcome, email, user_id, network, dedupe_key)
      select week + n * interval '1 minute', 'login.password', 'rejected',
        case when n % 20 = 0 then ${email} when n % 2 = 0 then 'asked-' || n || '@filled.example' end,
        case when n % 20 = 1 then ${userId}::uuid when n % 2 = 1 then md5('user ' || n)::uuid end,
        '10.0.0.1', ${email} || n
      from generate_series(date_trunc('week', now(), 'UTC') - interval '3 weeks',
        now() + interval '4 weeks', interval '1 week') as week, generate_series(1, 6000) as n`.execute(
      db,
    );
    await sql`analyze audit`.execute(db);
  };

  it("a page of a person's audit rows is read from the indexes of each partition", async () => {
    const { email, userId } = await makeAccount(server());
    await fillWeeks(email, userId);
    const { queries: asked, observe } = recordQueries();
    const db = observe(server().db);
    const all = await listAudit(db, email, { includesFailures: true });
    const [, at = '', id = ''] = /--before ([^/]+)\/(\S+)\n$/.exec(all) ?? [];
    expect(id).not.toBe('');
    await listAudit(db, email, { includesFailures: true, before: { at, id } });
    const pages = [...asked.values()].filter(({ sql: text }) => text.includes('"audit"'));
    expect(pages.length).toBeGreaterThanOrEqual(2);
    await expectShortReads(server(), pages, OWN_OUTCOMES_MAX);
  });

  it('erasing a person reads the audit rows of all weeks once', async () => {
    const { email, userId } = await makeAccount(server());
    await fillWeeks(email, userId);
    const { queries: asked, observe } = recordQueries();
    await eraseAccount(observe(server().db), email);
    const updates = [...asked.values()].filter(({ sql: text }) => text.includes('update "audit"'));
    expect(updates).toHaveLength(1);
  });
});
