import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWorkQueue, type WorkQueue } from '#server/limits/work-queue.ts';
import { readLimits } from '#tests/support/server/database/age-rows.ts';
import { lockLimits, untilWaiting } from '#tests/support/server/database/hold-lock.ts';
import { postgresUrl } from '#tests/support/server/database/test-postgres.ts';
import { failToLogIn, logIn, makeAccount } from '#tests/support/server/log-in-steps.ts';
import {
  onEachDatabase,
  openTestServer,
  type TestServer,
} from '#tests/support/server/test-server.ts';

// PGlite has a single connection, so nobody waits for a row.
describe.runIf(postgresUrl !== undefined)(
  'the refund of a request that is answered with 503',
  () => {
    let server: TestServer;
    let beforeRefusal: (() => Promise<void>) | undefined;
    const full = createWorkQueue({ running: 0, waiting: 0 });
    const real = createWorkQueue({ running: 1, waiting: 100 });
    const hashing: WorkQueue = {
      ...real,
      async run(key, task) {
        const prepare = beforeRefusal;
        beforeRefusal = undefined;
        await prepare?.();
        return (prepare ? full : real).run(key, task);
      },
    };
    beforeAll(async () => {
      server = await openTestServer('PostgreSQL', { hashing });
    });
    afterAll(() => server.close());

    it('locks no row of an account while it waits for one of a network, as a login does', async () => {
      const { email } = await makeAccount(server);
      const client = server.client();
      let release = async (): Promise<void> => {};
      beforeRefusal = async () => {
        release = await lockLimits(server.db, 'wide network logins');
      };
      const answer = logIn(client, email);
      try {
        await untilWaiting(server.db);
        const free = await lockLimits(server.db, `password tries ${email}`, 'nowait');
        await free();
      } finally {
        await release();
      }
      expect((await answer).status).toBe(503);
      for (const { minutes } of await readLimits(server.db, `password tries ${email}`))
        expect(minutes).toBeLessThanOrEqual(0);
    });
  },
);

onEachDatabase('the refund of a request that is answered with 503', (server) => {
  it('includes the network’s limits if it fails while the account’s are reported', async () => {
    const { email } = await makeAccount(server());
    await failToLogIn(server(), email, 5);
    const client = server().client('192.0.2.77');
    const { db } = server();
    const key = 'network logins 192.0.2.77';
    const readTime = () =>
      db.selectFrom('limits').where('key', '=', key).select('tat').executeTakeFirstOrThrow();
    expect((await logIn(client, 'nobody@acme.example')).status).toBe(401);
    await sql`update limits set tat = now() + interval '30 seconds' where key = ${key}`.execute(db);
    const before = await readTime();
    await sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'Busy.' using errcode = '57P03'; end $$`.execute(db);
    await sql`create trigger refuse before insert on audit
      for each row execute function refuse()`.execute(db);
    expect((await logIn(client, email)).status).toBe(503);
    expect(await readTime()).toEqual(before);
  });
});
