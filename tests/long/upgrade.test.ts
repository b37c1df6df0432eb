import { setTimeout as pause } from 'node:timers/promises';
import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findProgram } from '#build/local-programs.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { now } from '#server/database/time.ts';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';
import { startSiteBalancer } from '#tests/support/faults/composed-stack.ts';
import { buildLast, type LastBuild } from '#tests/support/faults/last-build.ts';
import {
  newDatabase,
  newFolder,
  newInbox,
  type RunningServer,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { openTabs } from '#tests/support/faults/upgrade-tabs.ts';
import { startUpgradeTraffic } from '#tests/support/faults/upgrade-traffic.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import type { SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { openStubEndpoint } from '#tests/support/server/webhooks/stub-endpoint.ts';
import { keyOf } from '#tests/support/server/webhooks/webhook-steps.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const ROUNDS = Number(process.env['UPGRADE_ROUNDS'] ?? 1);
const PHASE_MS = 3000;
/** The balancer asks twice, every 500 ms, and has called so long ago what it still waits for. */
const NOTICED_MS = 2000;
/** A limit for what hangs: a round, and what follows the last one. */
const LIMIT_MS = (4 * ROUNDS + 8) * MINUTE_MS;
/** Webhooks of one company follow each other. */
const WEBHOOKS_MS = 2 * MINUTE_MS;

let last: LastBuild | undefined;
beforeAll(() => {
  last = buildLast();
}, 10 * 60_000);
afterAll(() => last?.remove());

/** Who takes over, and how the server before it ends. */
const TURNS = [
  ['new', 'SIGTERM'],
  ['old', 'SIGKILL'],
  ['new', 'SIGKILL'],
  ['old', 'SIGTERM'],
] as const;

const everyTurn = async (
  turn: (isOld: boolean, signal: 'SIGTERM' | 'SIGKILL') => Promise<void>,
): Promise<void> => {
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [which, signal] of TURNS) await turn(which === 'old', signal);
};

/** The address and the settings of a server on an embedded database, which the builds run in turn. */
const embeddedSite = async (inbox: SmtpInbox) => {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const env = { DATA_DIR: await newFolder(), SMTP_URL: inbox.url, PORT: port, PUBLIC_URL: url };
  return { url, env };
};

const optionsOf = (isOld: boolean) => (isOld ? { command: [last?.main ?? ''] } : {});

it('nobody notices an upgrade behind HAProxy, a crash in it, and the way back (PostgreSQL)', {
  tags: 'random',
  timeout: LIMIT_MS,
}, async (context) => {
  skipBecause(context, last ? undefined : 'the clone has no history');
  skipBecause(context, findProgram('haproxy') ? undefined : 'HAProxy is not installed');
  const inbox = await newInbox();
  const ports = [await freePort(), await freePort()] as const;
  const url = await startSiteBalancer(ports);
  const endpoint = await openStubEndpoint();
  onTestFinished(endpoint.close);
  const env = {
    // An empty database, which the last release migrates.
    DATABASE_URL: await newDatabase(context, 'template0'),
    DATA_DIR: await newFolder(),
    SMTP_URL: inbox.url,
    PUBLIC_URL: url,
    // The balancer, and the network that each client names.
    TRUST_PROXY: '2',
    DRAIN_MS: String(NOTICED_MS),
  };
  const webhooks = {
    WEBHOOK_URLS: `${endpoint.url} ${keyOf(1).secret}`,
    WEBHOOK_ALLOW_PRIVATE: '1',
  };
  let free: 0 | 1 = 0;
  const start = (isOld: boolean): Promise<RunningServer> => {
    const port = ports[free];
    free = free === 0 ? 1 : 0;
    const settings = { ...env, ...(!isOld && webhooks), PORT: String(port) };
    return runServer(settings, optionsOf(isOld));
  };
  let serving = await start(true);
  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status)).toBe(200);
  const traffic = await startUpgradeTraffic({ url, databaseUrl: env.DATABASE_URL, inbox });
  onTestFinished(traffic.close);
  await everyTurn(async (isOld, signal) => {
    await traffic.run(PHASE_MS);
    // It starts, and migrates, under traffic.
    const [next] = await Promise.all([start(isOld), traffic.run(PHASE_MS)]);
    await traffic.run(NOTICED_MS);
    const before = serving;
    serving = next;
    const end = async () => {
      await pause(PHASE_MS / 2);
      before.child.kill(signal);
      await before.ended;
    };
    // What a crash interrupts is repeated, as a person would; nothing else fails.
    await Promise.all([
      end(),
      traffic.run(PHASE_MS + NOTICED_MS, { isInterrupted: signal === 'SIGKILL' }),
    ]);
  });
  const counted = await traffic.finish();
  // The last turn was one of the last release, which puts webhooks back that it claims.
  serving.child.kill('SIGTERM');
  await serving.ended;
  const { db, close } = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: '' });
  onTestFinished(close);
  const isPending = sql<SqlBool>`kind = 'webhook' and sent_at is null`;
  await db.updateTable('outbox').set({ next_at: now }).where(isPending).execute();
  await start(false);
  const pending = () => db.selectFrom('outbox').where(isPending).select('id').execute();
  await expect.poll(pending, { timeout: WEBHOOKS_MS, interval: 500 }).toEqual([]);
  const deliveries = await db.selectFrom('webhook_deliveries').select('state').execute();
  expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([]);
  const delivered = new Set(endpoint.received.map(({ id }) => id));
  expect(delivered.size).toBeGreaterThan(0);
  expect(delivered.size).toBe(deliveries.length);
  const figures = { from: last?.name, rounds: ROUNDS, webhooks: delivered.size };
  context.task.meta.figures = { ...figures, ...counted };
});

it('an upgrade of one server on an embedded database loses nothing, nor does the way back (PGlite)', {
  tags: 'random',
  timeout: LIMIT_MS,
}, async (context) => {
  skipBecause(context, last ? undefined : 'the clone has no history');
  const inbox = await newInbox();
  const { url, env } = await embeddedSite(inbox);
  let serving = await runServer(env, optionsOf(true));
  const traffic = await startUpgradeTraffic({ url, inbox });
  onTestFinished(traffic.close);
  await everyTurn(async (isOld, signal) => {
    await traffic.run(PHASE_MS);
    const end = async () => {
      if (signal === 'SIGKILL') await pause(PHASE_MS / 2);
      serving.child.kill(signal);
      await serving.ended;
      serving = await runServer(env, optionsOf(isOld));
    };
    if (signal === 'SIGTERM') await end();
    else await Promise.all([end(), traffic.run(PHASE_MS, { isInterrupted: true })]);
  });
  await traffic.run(PHASE_MS);
  const counted = await traffic.finish(async () => {
    serving.child.kill('SIGTERM');
    await serving.ended;
    return openDatabase({ databaseUrl: undefined, dataDir: env.DATA_DIR });
  });
  context.task.meta.figures = { from: last?.name, rounds: ROUNDS, ...counted };
});

it('tabs that a build has opened go on under the other one, and their drafts (Chromium)', {
  timeout: LIMIT_MS,
}, async (context) => {
  skipBecause(context, last ? undefined : 'the clone has no history');
  const inbox = await newInbox();
  const { url, env } = await embeddedSite(inbox);
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  let isOld = true;
  let serving = await runServer(env, optionsOf(isOld));
  for (const name of ['upgrade', 'way-back']) {
    const tabs = await openTabs({ browser, url, inbox, domain: `${name}.example` });
    serving.child.kill('SIGTERM');
    await serving.ended;
    isOld = !isOld;
    serving = await runServer(env, optionsOf(isOld));
    await tabs.goOn();
  }
});
