import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { generate } from 'selfsigned';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { replayDeadLetters } from '#server/cli/webhooks.ts';
import type { WebhookSettings } from '#server/config/app-config.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { createSender } from '#server/webhooks/send.ts';
import { REQUEST_MS } from '#server/webhooks/webhooks.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { sendPath } from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';
import {
  hang,
  openStubEndpoint,
  type StubEndpoint,
  status,
} from '#tests/support/server/webhooks/stub-endpoint.ts';
import {
  endedWebhooks,
  keyOf,
  pollWebhooks,
  requestDemo,
  retryWebhooks,
  signUp,
  waitingWebhooks,
  webhooksTo,
} from '#tests/support/server/webhooks/webhook-steps.ts';

const openEndpoint = async (): Promise<StubEndpoint> => {
  const endpoint = await openStubEndpoint();
  onTestFinished(endpoint.close);
  return endpoint;
};

describe.each(databaseKinds)('endpoints of webhooks (%s)', (kind) => {
  const open = async (webhooks: WebhookSettings | undefined, beside?: TestServer) => {
    const metrics = createMetrics();
    const server = await openTestServer(kind, {
      metrics,
      config: { webhooks },
      ...(beside && { beside }),
    });
    onTestFinished(server.close);
    return { ...server, metrics };
  };
  const untilEmpty = (server: TestServer) =>
    expect
      .poll(() => {
        pollWebhooks(server);
        return waitingWebhooks(server);
      })
      .toEqual([]);

  it('are ended by 410: what waits and what comes are dead letters, until one is sent again', async () => {
    const endpoint = await openEndpoint();
    const other = await openEndpoint();
    const server = await open(webhooksTo(endpoint.url, other.url));
    endpoint.answers = [status(500)];
    const first = await requestDemo(server);
    await expect
      .poll(() => waitingWebhooks(server))
      .toMatchObject([{ outcome: 'postponed', recipient: endpoint.url }]);
    endpoint.answers = [status(410)];
    const second = await requestDemo(server);
    await untilEmpty(server);
    const third = await requestDemo(server);
    await untilEmpty(server);
    expect(endpoint.received).toHaveLength(2);
    expect(other.received).toHaveLength(3);
    for (const id of [first, second, third])
      expect(
        (await endedWebhooks(server, id)).filter((one) => one.endpoint === endpoint.url),
      ).toMatchObject([{ state: 'dead', payload: { data: { id } } }]);

    const [dead] = (await endedWebhooks(server, third)).filter(({ state }) => state === 'dead');
    const replayed = await server.db
      .transaction()
      .execute((trx) => replayDeadLetters(trx, [endpoint.url], dead?.id));
    expect(replayed).toEqual([{ address: endpoint.url, wasEnded: true }]);
    await untilEmpty(server);
    expect(endpoint.received.at(-1)).toMatchObject({
      id: dead?.id,
      event: { data: { id: third } },
    });
    expect(endpoint.received).toHaveLength(3);
    const fourth = await requestDemo(server);
    await untilEmpty(server);
    expect(endpoint.received.at(-1)?.event.data['id']).toBe(fourth);
  });

  it('each get every event, with an id of its own, and a slow one delays neither the others nor a code', async () => {
    const slow = await openEndpoint();
    slow.respond = hang;
    const fast = await openEndpoint();
    const server = await open(webhooksTo(slow.url, fast.url));
    for (let count = 0; count < 8; count += 1) await requestDemo(server);
    await expect.poll(() => fast.received.length).toBe(8);
    // Its own places, and no more.
    await expect.poll(() => slow.received.length).toBe(4);
    const email = server.email();
    expect((await server.client().post(sendPath(email))).status).toBe(200);
    expect(await server.mailbox.nextCode(email)).toMatch(/^\d{6}$/);
    expect(slow.received.length).toBe(4);
    const ids = [...slow.received, ...fast.received].map(({ id }) => id);
    expect(new Set(ids).size).toBe(12);
    slow.respond = status(200);
    server.clock.ring(REQUEST_MS);
  });

  it('are told apart in the log by their place, without the path, which may be a secret', async () => {
    const endpoint = await openEndpoint();
    endpoint.respond = status(500);
    const addresses = ['one', 'two'].map(
      (name) => new URL(`${name}?token=t-${name}`, endpoint.url),
    );
    const server = await open(webhooksTo(...addresses.map(({ href }) => href)));
    await requestDemo(server);
    const postponed = { outcome: 'postponed' };
    await expect.poll(() => waitingWebhooks(server)).toMatchObject([postponed, postponed]);
    const logged = server.logs.join('');
    const { host } = new URL(endpoint.url);
    for (const place of [1, 2])
      expect(logged).toContain(`to endpoint ${place} (${host}): HTTP 500`);
    expect(logged).not.toMatch(/\/one|\/two|token=/);
  });

  it('get two signatures while their secret is replaced', async () => {
    const endpoint = await openEndpoint();
    const [old, next] = [keyOf(1), keyOf(2)];
    const server = await open({
      endpoints: [{ address: endpoint.url, secrets: [next.key, old.key] }],
      allowsPrivate: true,
    });
    await requestDemo(server);
    await untilEmpty(server);
    const [received] = endpoint.received;
    const headers = (received?.headers ?? {}) as Record<string, string>;
    for (const { secret } of [old, next])
      expect(new Webhook(secret).verify(received?.body ?? '', headers)).toEqual(received?.event);
    expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
  });

  it('that are not in the settings any more keep what waits for them', async () => {
    const endpoint = await openEndpoint();
    const server = await open(webhooksTo(endpoint.url));
    endpoint.answers = [status(500)];
    const id = await requestDemo(server);
    await expect.poll(() => waitingWebhooks(server)).toMatchObject([{ outcome: 'postponed' }]);
    await server.app.close();
    await sql`update outbox set next_at = now()`.execute(server.db);
    const without = await open(undefined, server);
    await requestDemo(without);
    expect(await waitingWebhooks(without)).toHaveLength(1);
    const again = await open(webhooksTo(endpoint.url), server);
    await expect.poll(() => waitingWebhooks(again)).toEqual([]);
    expect(endpoint.received.map(({ event }) => event.data['id'])).toEqual([id, id]);
  });

  it('that do not exist leave no row and no metric', async () => {
    const server = await open(undefined);
    await requestDemo(server);
    await signUp(server);
    expect(await waitingWebhooks(server)).toEqual([]);
    expect(await endedWebhooks(server)).toEqual([]);
    expect(await server.metrics.read()).not.toContain('webhook');
  });

  it.each(['127.0.0.1', 'localhost'])(
    'at %s get no request without WEBHOOK_ALLOW_PRIVATE',
    async (host) => {
      const endpoint = await openEndpoint();
      const address = endpoint.url.replace('127.0.0.1', host);
      const server = await open({ ...webhooksTo(address), allowsPrivate: false });
      await requestDemo(server);
      await expect.poll(() => waitingWebhooks(server)).toMatchObject([{ outcome: 'postponed' }]);
      expect(server.logs.join('')).toContain('private address');
      await retryWebhooks(server);
      expect(endpoint.received).toEqual([]);
    },
  );
});

describe('a request', () => {
  const message = { id: 'id', body: '{}' };
  const { signal } = new AbortController();

  it('fails on a certificate that nobody vouches for', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    let requests = 0;
    const server = createServer({ key, cert }, (_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await createSender(true)(
      { address: `https://localhost:${port}/`, secrets: [keyOf(1).key] },
      message,
      signal,
    );
    expect(answer).toEqual({ kind: 'failed', failure: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    expect(requests).toBe(0);
    server.close();
  });

  it('fails for a name with a private address, whatever else it has', async () => {
    const endpoint = await openEndpoint();
    const address = endpoint.url.replace('127.0.0.1', 'hooks.example');
    const answer = await createSender(false, (_hostname, _options, done) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ]),
    )({ address, secrets: [keyOf(1).key] }, message, signal);
    expect(answer).toEqual({ kind: 'failed', failure: 'private address' });
    expect(endpoint.received).toEqual([]);
  });

  it('asks once for a name that does not resolve yet, whoever waits, and again afterwards', async () => {
    const endpoint = await openEndpoint();
    const address = endpoint.url.replace('127.0.0.1', 'hooks.example');
    const lookups: (() => void)[] = [];
    const send = createSender(true, (_hostname, _options, done) => {
      lookups.push(() => done(null, [{ address: '127.0.0.1', family: 4 }]));
    });
    const sendOne = () => send({ address, secrets: [keyOf(1).key] }, message, signal);
    const waiting = [sendOne(), sendOne(), sendOne()];
    await expect.poll(() => lookups.length).toBeGreaterThan(0);
    for (const answer of lookups) answer();
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => ({ kind: 'delivered' })));
    expect(lookups).toHaveLength(1);
    const later = sendOne();
    await expect.poll(() => lookups.length).toBe(2);
    lookups[1]?.();
    expect(await later).toEqual({ kind: 'delivered' });
  });

  it('fails when nobody listens, with the code of the system', async () => {
    const endpoint = await openStubEndpoint();
    await endpoint.close();
    const answer = await createSender(true)(
      { address: endpoint.url, secrets: [keyOf(1).key] },
      message,
      signal,
    );
    expect(answer).toEqual({ kind: 'failed', failure: 'ECONNREFUSED' });
  });
});
