import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CONCURRENCY, REQUEST_MS, REST_MIN_MS } from '#server/webhooks/webhooks.ts';
import { onWebhookServers } from '#tests/support/server/webhooks/on-webhook-servers.ts';
import { hang, openStubEndpoint, status } from '#tests/support/server/webhooks/stub-endpoint.ts';
import {
  endedWebhooks,
  pollWebhooks,
  requestDemo,
  retryWebhooks,
  waitingWebhooks,
} from '#tests/support/server/webhooks/webhook-steps.ts';

onWebhookServers('webhooks that fail', (test) => {
  it('keep their id over five failures, and wait longer after each', async () => {
    test.endpoint.answers = Array.from({ length: 5 }, () => status(500));
    const id = await requestDemo(test.server);
    const waits: number[] = [];
    for (let times = 1; times <= 5; times += 1) {
      await test.untilFailed(id, times);
      const [waiting] = await waitingWebhooks(test.server, id);
      waits.push(waiting?.waits_s ?? 0);
      // As if it had waited: the pause is also limited by the age.
      await sql`update outbox set created_at = created_at - interval '1 hour', next_at = now()
        where subject = ${id}`.execute(test.server.db);
    }
    await test.untilDelivered(id);
    expect(test.about(id)).toHaveLength(6);
    expect(new Set(test.about(id).map((one) => one.id)).size).toBe(1);
    expect(new Set(test.about(id).map((one) => one.body)).size).toBe(1);
    waits.forEach((wait, index) => {
      const pause = 5 * 2 ** index;
      expect(wait).toBeGreaterThan(0.75 * pause - 2);
      expect(wait).toBeLessThan(1.25 * pause);
    });
  });

  it('become dead letters three days after the event, which are kept with their payload', async () => {
    test.endpoint.answers = [status(500), status(500)];
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    // After so many attempts that pauses are long.
    const age = async (days: string) => {
      await sql`update outbox set created_at = now() - ${days}::interval, next_at = now(), attempts = 15
        where subject = ${id}`.execute(test.server.db);
    };
    await age('2 days 23 hours 59 minutes');
    await test.untilFailed(id, 16);
    // The last attempt is at the end of the third day.
    expect((await waitingWebhooks(test.server, id))[0]?.waits_s).toBeLessThan(60);
    test.endpoint.answers = [status(500)];
    await age('3 days 1 second');
    await test.untilDelivered(id);
    expect(await endedWebhooks(test.server, id)).toMatchObject([
      { state: 'dead', failure: 'HTTP 500', payload: { type: 'lead.created', data: { id } } },
    ]);
  });

  it('are aborted after ten seconds without an answer, and tried again', async () => {
    test.endpoint.answers = [hang];
    const id = await requestDemo(test.server);
    await expect.poll(() => test.about(id).length).toBe(1);
    expect(test.server.clock.pending()).toContain(REQUEST_MS);
    expect(REQUEST_MS).toBe(10_000);
    test.server.clock.ring(REQUEST_MS);
    await test.untilFailed(id);
    expect(test.server.logs.join('')).toContain('no answer in time');
    await retryWebhooks(test.server);
    await test.untilDelivered(id);
    expect(test.about(id).map((one) => one.id)).toEqual([
      test.about(id)[0]?.id,
      test.about(id)[0]?.id,
    ]);
  });

  it('count as delivered by the status alone, however long the answer is', async () => {
    test.endpoint.answers = [
      (response) => {
        response.writeHead(200).write('x'.repeat(100_000));
      },
    ];
    const id = await requestDemo(test.server);
    await test.untilDelivered(id);
    expect(test.about(id)).toHaveLength(1);
  });

  it('follow no redirect', async () => {
    const other = await openStubEndpoint();
    test.endpoint.answers = [status(307, { location: other.url })];
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    expect(test.server.logs.join('')).toContain('HTTP 307');
    expect(other.received).toEqual([]);
    await other.close();
  });

  it.each([
    [429, '600', 600],
    [503, '600', 600],
    // At most a day.
    [503, '999999999', 24 * 3600],
    [503, 'tomorrow', 5],
    [500, '600', 5],
  ])('wait as an endpoint says: %d with Retry-After %s', async (code, retryAfter, seconds) => {
    test.endpoint.answers = [status(code, { 'retry-after': retryAfter })];
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    const wait = (await waitingWebhooks(test.server, id))[0]?.waits_s ?? 0;
    expect(wait).toBeGreaterThan(0.75 * seconds - 2);
    expect(wait).toBeLessThan(1.25 * seconds);
  });

  it('survive claims of servers of the version before, which count as attempts', async () => {
    test.endpoint.answers = [status(500), status(500)];
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    // Its statements: it claims whatever is due, fails to render it, and puts it back.
    for (let times = 0; times < 40; times += 1) {
      await sql`update outbox set attempts = attempts + 1, next_at = now() + interval '30 seconds'
        where subject = ${id}`.execute(test.server.db);
      await sql`update outbox set next_at = now() + interval '60 seconds'
        where subject = ${id}`.execute(test.server.db);
    }
    await retryWebhooks(test.server);
    await test.untilFailed(id, 42);
    // By its age it was tried a few seconds ago.
    expect((await waitingWebhooks(test.server, id))[0]?.waits_s).toBeLessThan(60);
    const { rows } = await sql<{ days: number }>`select
      extract(epoch from expires_at - created_at)::float8 / 86400 as days
      from outbox where subject = ${id}`.execute(test.server.db);
    expect(rows[0]?.days).toBeGreaterThan(30);
    await retryWebhooks(test.server);
    await test.untilDelivered(id);
    expect((await endedWebhooks(test.server, id))[0]?.state).toBe('delivered');
  });

  it('let an endpoint that fails rest as a whole, longer each time, until one is delivered', async () => {
    test.endpoint.respond = status(500);
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    const { clock, db } = test.server;
    await sql`insert into outbox (kind, recipient, payload, expires_at, subject, position)
      select kind, recipient, payload, expires_at, gen_random_uuid(), nextval('webhook_positions')
      from outbox, generate_series(1, 20) where subject = ${id}`.execute(db);
    const { received } = test.endpoint;
    for (const failures of [2, 3, 4, 5]) {
      // Wakes the worker.
      await requestDemo(test.server);
      pollWebhooks(test.server);
      await expect.poll(() => clock.pending()).toContain(REST_MIN_MS * 2 ** (failures - 1));
      expect(received).toHaveLength(failures);
    }
    test.endpoint.answers = [status(200)];
    test.endpoint.respond = hang;
    pollWebhooks(test.server);
    await expect.poll(() => received.length).toBe(6 + CONCURRENCY);
    test.endpoint.respond = status(200);
    // Aborts the requests.
    clock.ring();
  });

  it('are asked again after a new one, although they are due for longer', async () => {
    test.endpoint.respond = status(500);
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    // An endpoint that refuses some events: they are due for longer than the new one.
    await sql`insert into outbox
        (kind, recipient, payload, expires_at, subject, position, next_at, attempts, outcome)
      select kind, recipient, payload, expires_at, gen_random_uuid(), nextval('webhook_positions'),
        now() - interval '1 minute', 5, 'postponed'
      from outbox, generate_series(1, 20) where subject = ${id}`.execute(test.server.db);
    test.endpoint.respond = (response, received) =>
      status(received.event.data['id'] === id ? 500 : 200)(response, received);
    const before = test.endpoint.received.length;
    const fresh = await requestDemo(test.server);
    const pollAndFind = () => {
      pollWebhooks(test.server);
      return test.endpoint.received.findIndex(({ event }) => event.data['id'] === fresh) - before;
    };
    await expect.poll(pollAndFind).toBeGreaterThanOrEqual(0);
    // One of the others may have been claimed before it came.
    expect(pollAndFind()).toBeLessThanOrEqual(1);
  });

  it('are counted, with the age of the oldest', async () => {
    const series = async (name: string) =>
      Number(new RegExp(`^${name} (.*)$`, 'm').exec(await test.metrics.read())?.[1] ?? 0);
    const count = (outcome: string) => series(`webhook_deliveries_total{outcome="${outcome}"}`);
    const before = [await count('delivered'), await count('failed')];
    expect(await series('webhook_oldest_seconds')).toBe(0);
    test.endpoint.answers = [status(500)];
    const id = await requestDemo(test.server);
    await test.untilFailed(id);
    await sql`update outbox set created_at = now() - interval '1000 seconds'
      where subject = ${id}`.execute(test.server.db);
    expect(await series('webhook_oldest_seconds')).toBeGreaterThanOrEqual(1000);
    // What waits for an endpoint that is not in the settings any more has no age.
    const takenOut = 'https://taken-out.example/';
    await sql`insert into outbox (kind, recipient, payload, next_at, expires_at, created_at, subject, position)
      select kind, ${takenOut}, payload, next_at, expires_at, now() - interval '9000 seconds', subject, position
      from outbox where subject = ${id}`.execute(test.server.db);
    expect(await series('webhook_oldest_seconds')).toBeLessThan(2000);
    await sql`delete from outbox where recipient = ${takenOut}`.execute(test.server.db);
    // Of mails only.
    await expect.poll(() => series('outbox_mails')).toBe(0);
    await retryWebhooks(test.server);
    await test.untilDelivered(id);
    const after = [await count('delivered'), await count('failed')];
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1]);
  });
});
