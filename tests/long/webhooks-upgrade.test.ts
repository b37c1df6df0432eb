import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { buildLast, type LastBuild } from '#tests/support/faults/last-build.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import {
  newClient,
  newDatabase,
  newInbox,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { openStubEndpoint, status } from '#tests/support/server/webhooks/stub-endpoint.ts';
import { keyOf } from '#tests/support/server/webhooks/webhook-steps.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const LEADS = 100;
/** One attempt in so many fails. */
const FAILS_EVERY = 3;
const WAKE_UPS = 50;
/** Both servers pause for up to a minute. */
const FINISH_MS = 240_000;

let last: LastBuild | undefined;
beforeAll(() => {
  last = buildLast();
}, 10 * 60_000);
afterAll(() => last?.remove());

it('webhooks arrive although a server of the last release claims them too, and so do its mails (PostgreSQL)', async (context) => {
  skipBecause(context, last ? undefined : 'the clone has no history');
  const DATABASE_URL = await newDatabase(context, 'template0');
  const inbox = await newInbox();
  const endpoint = await openStubEndpoint();
  onTestFinished(endpoint.close);
  let attempts = 0;
  const delivered = new Map<unknown, Set<string>>();
  endpoint.respond = (response, received) => {
    attempts += 1;
    const code = attempts % FAILS_EVERY === 0 ? 500 : 200;
    const { id } = received.event.data;
    if (code === 200) delivered.set(id, (delivered.get(id) ?? new Set()).add(received.id));
    status(code)(response, received);
  };
  const env = { DATABASE_URL, SMTP_URL: inbox.url };
  const old = await runServer(env, { command: [last?.main ?? ''] });
  const next = await runServer({
    ...env,
    WEBHOOK_URLS: `${endpoint.url} ${keyOf(1).secret}`,
    WEBHOOK_ALLOW_PRIVATE: '1',
  });
  const { db, close } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '' });
  onTestFinished(close);
  const waking = async () => {
    // Its worker polls when it has work.
    await newClient(old).post(paths.requestDemo, demoRequest(), { xsrf: null });
    await pause(100);
  };
  for (let count = 0; count < LEADS; count += 1) {
    const body = demoRequest();
    const response = await newClient(next).post(paths.requestDemo, body, { xsrf: null });
    expect(response.status).toBe(200);
    if (count % 5 === 0) await waking();
  }
  // Each is claimed by either server until the upgrade ends.
  for (let count = 0; count < WAKE_UPS; count += 1) await waking();
  old.child.kill('SIGTERM');
  await old.ended;
  await expect.poll(() => delivered.size, { timeout: FINISH_MS, interval: 500 }).toBe(LEADS);
  expect([...delivered.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  const claimedByOld = old.output().split('is not a function').length - 1;
  expect(claimedByOld).toBeGreaterThan(0);
  await expect
    .poll(() => db.selectFrom('outbox').select('kind').execute(), { timeout: FINISH_MS })
    .toEqual([]);
  const states = await db.selectFrom('webhook_deliveries').select('state').distinct().execute();
  expect(states).toEqual([{ state: 'delivered' }]);
  context.task.meta.figures = { from: last?.name, leads: LEADS, attempts, claimedByOld };
});
