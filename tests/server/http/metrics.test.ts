import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { version } from '#server/config/app-config.ts';
import { networkRates } from '#server/limits/rates.ts';
import { createWorkQueue } from '#server/limits/work-queue.ts';
import { MailRefusedError } from '#server/mail/transports.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import { newClient, newFolder, runServer } from '#tests/support/faults/running-server.ts';
import { startServerProcess } from '#tests/support/faults/server-process.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import {
  queuedMail,
  retryDelivery,
  waitUntilDeliveryFails,
  waitUntilIdle,
} from '#tests/support/server/mail/outbox.ts';
import { sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const EMAIL = 'asha@company.example';

/** The value of a series in Prometheus's text format; 0 before it was first counted. */
const seriesOf = (text: string, series: string): number => {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? 0 : Number(line.slice(series.length).replace('Nan', 'NaN'));
};

describe.each(databaseKinds)('the metrics (%s)', (kind) => {
  const metrics = createMetrics();
  let opened: TestServer;
  const server = () => opened;
  beforeAll(async () => {
    opened = await openTestServer(kind, { metrics });
  });
  beforeEach(() => waitUntilIdle(opened));
  afterAll(() => opened.close());
  const read = async (series: string) => seriesOf(await metrics.read(), series);

  it('count requests by method, route and status, without client data', async () => {
    const client = server().client('203.0.113.77');
    const email = server().email();
    const series = (route: string, status: number, method = 'GET') =>
      `http_requests_total{method="${method}",route="${route}",status="${status}"}`;
    const before = await read(series('none', 404));
    await client.post(sendPath(email));
    await client.get(verifyPath(email, '123456'));
    await client.get('/nowhere/secret');
    await client.get('/%');
    const text = await metrics.read();
    expect(seriesOf(text, series(paths.verifySignUpCode, 400))).toBeGreaterThanOrEqual(1);
    expect(seriesOf(text, series('none', 404))).toBe(before + 1);
    expect(seriesOf(text, series('none', 400))).toBeGreaterThanOrEqual(1);
    expect(text).toContain(
      `http_request_duration_seconds_count{method="POST",route="${paths.sendSignUpCode}",status="200"}`,
    );
    for (const secret of [email, encodeURIComponent(email), '123456', 'secret', '203.0.113'])
      expect(text).not.toContain(secret);
    expect(text).toContain('process_cpu_seconds_total');
    expect(text).toContain(`build_info{version="${version}"} 1`);
  });

  it('report the outbox backlog and the outcomes of deliveries', async () => {
    const outcome = (name: string) => read(`mail_deliveries_total{outcome="${name}"}`);
    const names = ['sent', 'retried', 'refused'];
    const before = await Promise.all(names.map(outcome));
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await server().client().post(sendPath(email));
    await waitUntilDeliveryFails(server(), email);
    expect(await read('outbox_mails')).toBe(1);
    expect(await read('outbox_oldest_due_seconds')).toBe(0);
    await server()
      .db.updateTable('outbox')
      .set({ next_at: new Date(Date.now() - 100_000) })
      .where('recipient', '=', email)
      .execute();
    expect(await read('outbox_oldest_due_seconds')).toBeGreaterThan(90);
    server().mailbox.failure = new MailRefusedError('550 5.1.1');
    await retryDelivery(server());
    await expect.poll(() => queuedMail(server(), email)).toBeUndefined();
    expect(await read('outbox_mails')).toBe(0);
    server().mailbox.failure = undefined;
    const other = server().email();
    await server().client().post(sendPath(other));
    await server().mailbox.next(other);
    const increases = async () => {
      const after = await Promise.all(names.map(outcome));
      return after.map((count, index) => count - (before[index] ?? 0));
    };
    await expect.poll(increases).toEqual([1, 1, 1]);
  });

  it('count outcomes of deliveries from 0, so that an alert sees the first one rise', async () => {
    const own = createMetrics();
    own.watchWebhooks(server().db, []);
    const text = await own.read();
    for (const outcome of ['sent', 'dropped', 'refused', 'retried'])
      expect(text).toContain(`mail_deliveries_total{outcome="${outcome}"} 0\n`);
    for (const outcome of ['delivered', 'failed', 'dead'])
      expect(text).toContain(`webhook_deliveries_total{outcome="${outcome}"} 0\n`);
  });

  it('count refusals by the name of the rate limit', async () => {
    const series = `limited_total{limit="${networkRates.leads.name}"}`;
    const before = await read(series);
    const client = server().client();
    const ask = () => client.post(paths.requestDemo, demoRequest(), { xsrf: null });
    for (let time = 0; time < networkRates.leads.count; time += 1)
      expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    expect(await read(series)).toBe(before + 1);
  });

  it('are available while the database is not', async () => {
    const executor = server().db.getExecutor();
    const original = executor.provideConnection.bind(executor);
    executor.provideConnection = () => Promise.reject(new Error('away'));
    onTestFinished(() => {
      executor.provideConnection = original;
    });
    expect(await read('outbox_mails')).toBeNaN();
    expect(await metrics.read()).toContain('http_requests_total');
  });
});

it('the metrics report running and waiting tasks', async () => {
  const own = createMetrics();
  const queue = createWorkQueue({ running: 1, waiting: 2 });
  own.watchQueue('hashing', queue);
  own.watchPool(() => ({ inUse: 3, idle: 2, waiting: 1 }));
  let finish = () => {};
  const first = queue.run('a', () => new Promise<void>((resolve) => (finish = resolve)));
  const second = queue.run('b', async () => {});
  const text = await own.read();
  expect(seriesOf(text, 'work_queue_tasks{queue="hashing",state="running"}')).toBe(1);
  expect(seriesOf(text, 'work_queue_tasks{queue="hashing",state="waiting"}')).toBe(1);
  expect(seriesOf(text, 'database_connections{state="in_use"}')).toBe(3);
  expect(seriesOf(text, 'database_connections{state="idle"}')).toBe(2);
  expect(seriesOf(text, 'database_connections{state="waiting"}')).toBe(1);
  finish();
  await Promise.all([first, second]);
  const after = await own.read();
  expect(seriesOf(after, 'work_queue_tasks{queue="hashing",state="running"}')).toBe(0);
  expect(seriesOf(after, 'work_queue_tasks{queue="hashing",state="waiting"}')).toBe(0);
});

/** A server with its address for metrics. */
const runMeasuredServer = async (env: Record<string, string> = {}) => {
  const server = await runServer({ METRICS_PORT: '0', ...env });
  const address = () =>
    /^Metrics (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(server.output())?.[1];
  await expect.poll(address).toBeDefined();
  return { server, url: address() ?? '' };
};

it('a server has freed what the first opening of its database left', FURTHER, async () => {
  const { url } = await runMeasuredServer({ DATA_DIR: await newFolder() });
  const text = await (await fetch(url)).text();
  const megabytes = seriesOf(text, 'nodejs_external_memory_bytes') / 1e6;
  expect(megabytes).toBeGreaterThan(0);
  expect(megabytes).toBeLessThan(350);
});

it('a server exposes its metrics on a separate port of the loopback interface until it stops', async () => {
  const { server, url } = await runMeasuredServer();
  const client = newClient(server);
  expect((await client.post(sendPath(EMAIL))).status).toBe(200);
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const series = `http_requests_total{method="POST",route="${paths.sendSignUpCode}",status="200"}`;
  expect(seriesOf(text, series)).toBe(1);
  expect(text).toContain('database_connections{state="idle"}');
  expect(text).not.toContain('company.example');
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  // They are not available on the public port.
  const outside = await client.get('/metrics');
  expect(outside.status).toBe(404);
  expect(outside.text).not.toContain('http_requests_total');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('company.example');
});

it('a server without METRICS_PORT exposes none', FURTHER, async () => {
  const server = await runServer({});
  await expect.poll(server.output).toContain('Data ');
  expect(server.output()).not.toContain('Metrics');
});

it(
  'a METRICS_PORT that is in use stops the start with one line that names it',
  FURTHER,
  async () => {
    const taker = createServer().listen(0, '127.0.0.1');
    await once(taker, 'listening');
    const { port } = taker.address() as AddressInfo;
    const server = startServerProcess({
      DATA_DIR: await newFolder(),
      METRICS_PORT: String(port),
    });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe("Sitara can't start. METRICS_PORT is in use by another program\n");
    taker.close();
  },
);
