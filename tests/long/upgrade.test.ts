import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { expectStored, runSignUp } from '#tests/support/faults/kill-loop.ts';
import { buildLast, type LastBuild } from '#tests/support/faults/last-build.ts';
import {
  newClient,
  newDatabase,
  newFolder,
  newInbox,
  type RunningServer,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { expireAccessTokens, passResendPause } from '#tests/support/server/database/age-rows.ts';
import {
  createRetryingSignUp,
  type RetryingSignUp,
} from '#tests/support/server/retrying-sign-up.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const ROUNDS = Number(process.env['UPGRADE_ROUNDS'] ?? 1);
const SIGN_UPS = 4;
const PHASE_MS = 2500;
/** Longer than a call takes that the balancer has sent before. */
const LAST_CALLS_MS = 1000;
const FINISH_MS = 60_000;

let last: LastBuild | undefined;
beforeAll(() => {
  last = buildLast();
}, 10 * 60_000);
afterAll(() => last?.remove());

/** Logs in and out, renews sessions and reads the user, as people do who have accounts. */
const exercise = async ({ client, email, password, acknowledged }: RetryingSignUp) => {
  const expectOk = (what: string, { status, text }: { status: number; text: string }) =>
    expect([what, status, text]).toEqual([what, 200, text]);
  const current = await client.get(paths.currentUser);
  if (current.status === 401) expectOk('refresh', await client.post(paths.refresh));
  const read = await client.get(paths.currentUser);
  expect([email, read.body.success?.uuid]).toEqual([email, acknowledged.userId]);
  expectOk('login', await client.post(paths.login, { email, password }));
};

it('nobody notices an upgrade, a crash in it, and the way back', {
  tags: 'random',
}, async (context) => {
  skipBecause(context, last ? undefined : 'the clone has no history');
  const inbox = await newInbox();
  // An empty database, which the last release migrates.
  const env = {
    DATABASE_URL: await newDatabase(context, 'template0'),
    DATA_DIR: await newFolder(),
    SMTP_URL: inbox.url,
  };
  const start = (isOld: boolean) =>
    runServer({ ...env }, isOld ? { command: [last?.main ?? ''] } : {});
  let serving: RunningServer[] = [await start(true)];
  let turn = 0;
  const address = () => {
    turn += 1;
    return serving[turn % serving.length]?.url ?? '';
  };
  const { db, close } = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir: '' });
  const signUps: RetryingSignUp[] = [];
  const accounts: RetryingSignUp[] = [];

  const newSignUp = () => {
    const number = signUps.length;
    const signUp = createRetryingSignUp(
      `p${number}@upgraded-${number}.example`,
      newClient(address),
      inbox,
    );
    signUps.push(signUp);
    return signUp;
  };

  /** Traffic for a while; every answer is checked. */
  const serve = async (ms: number) => {
    const endAt = performance.now() + ms;
    const isOver = () => performance.now() > endAt;
    const signUp = async () => {
      while (!isOver()) {
        await passResendPause(db);
        const unfinished = signUps.find((one) => !one.acknowledged.isDone && !busy.has(one));
        const one = unfinished ?? newSignUp();
        busy.add(one);
        expect(await runSignUp(one, isOver)).toBe(false);
        busy.delete(one);
        if (one.acknowledged.isDone) accounts.push(one);
      }
    };
    const busy = new Set<RetryingSignUp>();
    const exerciseAll = async () => {
      for (let index = 0; !isOver(); index += 1) {
        const account = accounts[index % Math.max(1, accounts.length)];
        if (account) await exercise(account);
        if (account && index % 5 === 4) await expireAccessTokens(db, account.acknowledged.userId);
        await pause(100);
      }
    };
    await Promise.all([...Array.from({ length: SIGN_UPS }, signUp), exerciseAll()]);
  };

  /** Takes a server from the balancer, lets it finish, and ends it. */
  const retire = async (server: RunningServer | undefined, signal: 'SIGTERM' | 'SIGKILL') => {
    if (!server) return;
    serving = serving.filter((one) => one !== server);
    await serve(LAST_CALLS_MS);
    server.child.kill(signal);
    await server.ended;
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [isOld, signal] of [
      [false, 'SIGTERM'],
      [true, 'SIGKILL'],
      [false, 'SIGKILL'],
      [true, 'SIGTERM'],
    ] as const) {
      await serve(PHASE_MS);
      const [before] = serving;
      // It starts, and migrates, under traffic.
      const [next] = await Promise.all([start(isOld), serve(PHASE_MS)]);
      serving = [...serving, next];
      await serve(PHASE_MS);
      await retire(before, signal);
    }
  }
  const endAt = performance.now() + FINISH_MS;
  await passResendPause(db);
  await Promise.all(signUps.map((one) => runSignUp(one, () => performance.now() > endAt)));
  for (const one of signUps) {
    await expectStored(db, one);
    await exercise(one);
  }
  context.task.meta.figures = { from: last?.name, signUps: signUps.length, rounds: ROUNDS };
  expect(accounts.length).toBeGreaterThan(SIGN_UPS);
  await close();
});
