import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import { networkRates } from '#server/limits/rates.ts';
import { MailRefusedError } from '#server/mail/mail-refused-error.ts';
import { createMetrics } from '#server/metrics/create-metrics.ts';
import { createWorkQueue } from '#server/work-queue.ts';
import { demoRequest } from '../support/load.ts';
import { queued, tryAgain, untilAtRest, untilFailed } from '../support/outbox.ts';
import { newFolder, runServer, visit } from '../support/server-fleet.ts';
import { startServerProcess } from '../support/server-process.ts';
import { sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { databaseKinds } from '../support/test-database.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const PATIENCE = { timeout: 10_000 };
const EMAIL = 'asha@company.example';

/** The value of a series in Prometheus's text; 0 before it was first counted. */
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
  beforeEach(() => untilAtRest(opened));
  afterAll(() => opened.close());
  const read = async (series: string) => seriesOf(await metrics.read(), series);

  it('count requests by method, route and status, and say nothing about who asked', async () => {
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
  });

  it('tell what waits in the outbox, and what became of mails', async () => {
    const outcome = (name: string) => read(`mail_deliveries_total{outcome="${name}"}`);
    const names = ['sent', 'retried', 'refused'];
    const before = await Promise.all(names.map(outcome));
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await server().client().post(sendPath(email));
    await untilFailed(server(), email);
    expect(await read('outbox_mails')).toBe(1);
    expect(await read('outbox_oldest_due_seconds')).toBe(0);
    await server()
      .db.updateTable('outbox')
      .set({ next_at: new Date(Date.now() - 100_000) })
      .where('recipient', '=', email)
      .execute();
    expect(await read('outbox_oldest_due_seconds')).toBeGreaterThan(90);
    server().mailbox.failure = new MailRefusedError('550 5.1.1');
    await tryAgain(server());
    await vi.waitFor(async () => expect(await queued(server(), email)).toBeUndefined(), PATIENCE);
    expect(await read('outbox_mails')).toBe(0);
    server().mailbox.failure = undefined;
    const other = server().email();
    await server().client().post(sendPath(other));
    await server().mailbox.next(other);
    await vi.waitFor(async () => {
      const after = await Promise.all(names.map(outcome));
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1]);
    }, PATIENCE);
  });

  it('count refusals by the name of the limit', async () => {
    const series = `limited_total{limit="${networkRates.leads.name}"}`;
    const before = await read(series);
    const client = server().client();
    const ask = () => client.post(paths.requestDemo, demoRequest(), { xsrf: null });
    for (let time = 0; time < networkRates.leads.count; time += 1)
      expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    expect(await read(series)).toBe(before + 1);
  });

  it('are there while the database is away', async () => {
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

it('the metrics tell how many tasks run and wait', async () => {
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

it('a server shows its metrics on a port of their own, on this machine only, until it stops', async () => {
  const server = await runServer({ METRICS_PORT: '0' });
  const address = () =>
    /^Metrics (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(server.output())?.[1];
  await expect.poll(address, PATIENCE).toBeDefined();
  const url = address() ?? '';
  const client = visit(server);
  expect((await client.post(sendPath(EMAIL))).status).toBe(200);
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  const series = `http_requests_total{method="POST",route="${paths.sendSignUpCode}",status="200"}`;
  expect(seriesOf(text, series)).toBe(1);
  expect(text).toContain('database_connections{state="idle"}');
  expect(text).not.toContain('company.example');
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(404);
  // Visitors see nothing of them.
  const outside = await client.get('/metrics');
  expect(outside.status).toBe(404);
  expect(outside.text).not.toContain('http_requests_total');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.output()).not.toContain('company.example');
}, 60_000);

it('a server without METRICS_PORT has none', async () => {
  const server = await runServer({});
  await expect.poll(server.output, PATIENCE).toContain('Data ');
  expect(server.output()).not.toContain('Metrics');
}, 60_000);

it('a METRICS_PORT that is taken stops the start with one line that names it', async () => {
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
}, 60_000);
