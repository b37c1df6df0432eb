import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { REQUEST_MS } from '#server/webhooks/webhooks.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { companyBody, makeUser } from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import {
  hang,
  openStubEndpoint,
  type StubEndpoint,
  status,
} from '#tests/support/server/webhooks/stub-endpoint.ts';
import {
  endedWebhooks,
  finishSignUp,
  keyOf,
  requestDemo,
  retryWebhooks,
  signUp,
  waitingWebhooks,
  webhooksTo,
} from '#tests/support/server/webhooks/webhook-steps.ts';

const UUID = /^[0-9a-f-]{36}$/;

describe.each(databaseKinds)('webhooks (%s)', (kind) => {
  const metrics = createMetrics();
  let server: TestServer;
  let endpoint: StubEndpoint;
  beforeAll(async () => {
    endpoint = await openStubEndpoint();
    server = await openTestServer(kind, {
      metrics,
      config: { webhooks: webhooksTo(endpoint.url) },
    });
  });
  afterEach(async () => {
    endpoint.respond = status(200);
    endpoint.answers = [];
    await expect
      .poll(async () => {
        await retryWebhooks(server);
        return waitingWebhooks(server);
      })
      .toEqual([]);
    endpoint.received = [];
  });
  afterAll(async () => {
    await server.close();
    await endpoint.close();
  });

  /** The requests about a demo request or a company. */
  const about = (subject: string) =>
    endpoint.received.filter(({ event }) => event.data['id'] === subject);

  const untilDelivered = (subject: string) =>
    expect.poll(async () => (await waitingWebhooks(server, subject)).length).toBe(0);

  /** Fails all requests until the event's first attempt is recorded. */
  const failOnce = async (subject: string, times = 1) => {
    await expect
      .poll(() => waitingWebhooks(server, subject))
      .toMatchObject([{ attempts: times, outcome: 'postponed' }]);
  };

  it('tell of a demo request, with a signature that the reference library verifies', async () => {
    const email = server.email();
    const id = await requestDemo(server, email);
    await untilDelivered(id);
    const [received] = about(id);
    expect(received?.event).toEqual({
      type: 'lead.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        id,
        createdAt: received?.event.timestamp,
        name: 'Asha Rao',
        email,
        phone: '+919876543210',
        organization: 'Acme',
        message: '',
        utm_source: '',
        utm_medium: '',
        utm_campaign: '',
        utm_term: '',
        utm_content: '',
      },
    });
    expect(received?.id).toMatch(UUID);
    expect(received?.headers['content-type']).toBe('application/json');
    const verify = () =>
      new Webhook(keyOf(1).secret).verify(
        received?.body ?? '',
        (received?.headers ?? {}) as Record<string, string>,
      );
    expect(verify()).toEqual(received?.event);
    expect(await endedWebhooks(server, id)).toEqual([
      {
        id: received?.id,
        endpoint: endpoint.url,
        event: 'lead.created',
        state: 'delivered',
        failure: null,
        payload: null,
      },
    ]);
  });

  it('tell of a company once when it is created, and once when its sign-up ends', async () => {
    const client = server.client();
    const made = await makeUser(server, client);
    await client.post(paths.createCompany, { ...companyBody, location: 'Goa' });
    await finishSignUp(client, made);
    const profile = { uuid: made.companyId, name: 'Later', about: 'Changed.' };
    expect((await client.patch(paths.updateCompany, profile)).status).toBe(200);
    await expect.poll(() => about(made.companyId).length).toBe(2);
    await untilDelivered(made.companyId);
    const [created, completed] = about(made.companyId);
    const company = {
      id: made.companyId,
      createdAt: created?.event.timestamp,
      name: 'Bright Freight',
      website: 'https://brightfreight.example',
      location: 'Delhi, Pune',
      departments: ['Sales', 'Finance'],
      planname: 'free-trial',
      email: made.email,
    };
    expect(created?.event).toMatchObject({ type: 'company.created', data: company });
    expect(completed?.event).toEqual({
      type: 'company.completed',
      timestamp: expect.any(String),
      data: {
        ...company,
        location: expect.any(String),
        displayName: 'Bright',
        about: 'We move freight.',
        userName: 'Asha Rao',
      },
    });
    expect(about(made.companyId)).toHaveLength(2);
  });

  it('are not sent for a demo request that is repeated', async () => {
    const email = server.email();
    const id = await requestDemo(server, email);
    await requestDemo(server, email);
    await untilDelivered(id);
    expect(endpoint.received.filter(({ event }) => event.data['email'] === email)).toHaveLength(1);
  });

  it('keep their id over five failures, and wait longer after each', async () => {
    endpoint.answers = Array.from({ length: 5 }, () => status(500));
    const id = await requestDemo(server);
    const waits: number[] = [];
    for (let times = 1; times <= 5; times += 1) {
      await failOnce(id, times);
      const [waiting] = await waitingWebhooks(server, id);
      waits.push(waiting?.waits_s ?? 0);
      // As if it had waited: the pause is also limited by the age.
      await sql`update outbox set created_at = created_at - interval '1 hour', next_at = now()
        where subject = ${id}`.execute(server.db);
      server.clock.ring(30_000);
    }
    await untilDelivered(id);
    expect(about(id)).toHaveLength(6);
    expect(new Set(about(id).map((one) => one.id)).size).toBe(1);
    expect(new Set(about(id).map((one) => one.body)).size).toBe(1);
    waits.forEach((wait, index) => {
      const pause = 5 * 2 ** index;
      expect(wait).toBeGreaterThan(0.75 * pause - 2);
      expect(wait).toBeLessThan(1.25 * pause);
    });
  });

  it('become dead letters three days after the event, which are kept with their payload', async () => {
    endpoint.answers = [status(500), status(500)];
    const id = await requestDemo(server);
    await failOnce(id);
    const age = async (days: string) => {
      await sql`update outbox set created_at = now() - ${days}::interval, next_at = now()
        where subject = ${id}`.execute(server.db);
      server.clock.ring(30_000);
    };
    await age('2 days 23 hours 59 minutes');
    await failOnce(id, 2);
    // The last attempt is at the end of the third day.
    expect((await waitingWebhooks(server, id))[0]?.waits_s).toBeLessThan(60);
    endpoint.answers = [status(500)];
    await age('3 days 1 second');
    await untilDelivered(id);
    expect(await endedWebhooks(server, id)).toMatchObject([
      { state: 'dead', failure: 'HTTP 500', payload: { type: 'lead.created', data: { id } } },
    ]);
  });

  it('are aborted after ten seconds without an answer, and tried again', async () => {
    endpoint.answers = [hang];
    const id = await requestDemo(server);
    await expect.poll(() => about(id).length).toBe(1);
    expect(server.clock.pending()).toContain(REQUEST_MS);
    expect(REQUEST_MS).toBe(10_000);
    server.clock.ring(REQUEST_MS);
    await failOnce(id);
    expect(server.logs.join('')).toContain('no answer in time');
    await retryWebhooks(server);
    await untilDelivered(id);
    expect(about(id).map((one) => one.id)).toEqual([about(id)[0]?.id, about(id)[0]?.id]);
  });

  it('count as delivered by the status alone, however long the answer is', async () => {
    endpoint.answers = [
      (response) => {
        response.writeHead(200).write('x'.repeat(100_000));
      },
    ];
    const id = await requestDemo(server);
    await untilDelivered(id);
    expect(about(id)).toHaveLength(1);
  });

  it('follow no redirect', async () => {
    const other = await openStubEndpoint();
    endpoint.answers = [status(307, { location: other.url })];
    const id = await requestDemo(server);
    await failOnce(id);
    expect(server.logs.join('')).toContain('HTTP 307');
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
    endpoint.answers = [status(code, { 'retry-after': retryAfter })];
    const id = await requestDemo(server);
    await failOnce(id);
    const wait = (await waitingWebhooks(server, id))[0]?.waits_s ?? 0;
    expect(wait).toBeGreaterThan(0.75 * seconds - 2);
    expect(wait).toBeLessThan(1.25 * seconds);
  });

  it('of a company arrive in their order, although the first one fails', async () => {
    endpoint.answers = [status(500)];
    const client = server.client();
    const made = await makeUser(server, client);
    await failOnce(made.companyId);
    await finishSignUp(client, made);
    // The second one is looked at, and waits.
    await expect
      .poll(async () => (await waitingWebhooks(server, made.companyId))[1]?.waits_s)
      .toBeGreaterThan(20);
    expect(about(made.companyId)).toHaveLength(1);
    await sql`update outbox set next_at = now() where subject = ${made.companyId} and attempts > 0`.execute(
      server.db,
    );
    server.clock.ring(30_000);
    await untilDelivered(made.companyId);
    const types = about(made.companyId).map(({ event }) => event.type);
    expect(types).toEqual(['company.created', 'company.created', 'company.completed']);
  });

  it('of a company do not wait for a dead letter', async () => {
    endpoint.answers = [status(500)];
    const client = server.client();
    const made = await makeUser(server, client);
    await failOnce(made.companyId);
    await finishSignUp(client, made);
    endpoint.answers = [status(500)];
    await sql`update outbox set next_at = now(), created_at = now() - interval '4 days'
      where subject = ${made.companyId} and attempts > 0`.execute(server.db);
    server.clock.ring(30_000);
    await untilDelivered(made.companyId);
    expect(await endedWebhooks(server, made.companyId)).toMatchObject([
      { event: 'company.created', state: 'dead' },
      { event: 'company.completed', state: 'delivered' },
    ]);
  });

  it('survive claims of servers of the version before, which count as attempts', async () => {
    endpoint.answers = [status(500), status(500)];
    const id = await requestDemo(server);
    await failOnce(id);
    // Its statements: it claims whatever is due, fails to render it, and puts it back.
    for (let times = 0; times < 40; times += 1) {
      await sql`update outbox set attempts = attempts + 1, next_at = now() + interval '30 seconds'
        where subject = ${id}`.execute(server.db);
      await sql`update outbox set next_at = now() + interval '60 seconds'
        where subject = ${id}`.execute(server.db);
    }
    await retryWebhooks(server);
    await failOnce(id, 42);
    // By its age it was tried a few seconds ago.
    expect((await waitingWebhooks(server, id))[0]?.waits_s).toBeLessThan(60);
    const { rows } = await sql<{ days: number }>`select
      extract(epoch from expires_at - created_at)::float8 / 86400 as days
      from outbox where subject = ${id}`.execute(server.db);
    expect(rows[0]?.days).toBeGreaterThan(30);
    await retryWebhooks(server);
    await untilDelivered(id);
    expect((await endedWebhooks(server, id))[0]?.state).toBe('delivered');
  });

  it('are counted, with the age of the oldest', async () => {
    const series = async (name: string) =>
      Number(new RegExp(`^${name} (.*)$`, 'm').exec(await metrics.read())?.[1] ?? 0);
    const count = (outcome: string) => series(`webhook_deliveries_total{outcome="${outcome}"}`);
    const before = [await count('delivered'), await count('failed')];
    expect(await series('webhook_oldest_seconds')).toBe(0);
    endpoint.answers = [status(500)];
    const id = await requestDemo(server);
    await failOnce(id);
    await sql`update outbox set created_at = now() - interval '1000 seconds'
      where subject = ${id}`.execute(server.db);
    expect(await series('webhook_oldest_seconds')).toBeGreaterThanOrEqual(1000);
    // Of mails only.
    await expect.poll(() => series('outbox_mails')).toBe(0);
    await retryWebhooks(server);
    await untilDelivered(id);
    const after = [await count('delivered'), await count('failed')];
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([1, 1]);
  });

  it('are logged without addresses of people and without secrets', async () => {
    endpoint.answers = [status(500)];
    const email = server.email();
    await failOnce(await requestDemo(server, email));
    const logs = server.logs.join('');
    expect(logs).toContain('(lead.created) to 127.0.0.1');
    expect(logs).not.toContain(email);
    expect(logs).not.toContain('/hook');
    expect(logs).not.toContain(keyOf(1).key.toString('base64'));
  });
});
