import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import {
  newClient,
  newDatabase,
  newFolder,
  newInbox,
} from '#tests/support/faults/running-server.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/faults/server-process.ts';
import { randomSeed } from '#tests/support/random-seed.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import {
  openStubEndpoint,
  type Respond,
  status,
} from '#tests/support/server/webhooks/stub-endpoint.ts';
import { keyOf } from '#tests/support/server/webhooks/webhook-steps.ts';

const KILLS = 20;
const WORK_MS_MAX = 1500;
const WRITERS = 4;
const ANSWER_MS_MAX = 150;
/** How long a server works without faults, as often as webhooks are left. */
const FINISHING_MS = 5000;
/** Far more than all deliveries need. */
const FINISH_MS = 180_000;

/** How long each server works, and how the endpoint answers meanwhile, in turn. */
const drawRounds = () =>
  fc.sample(
    fc.record({
      workMs: fc.nat(WORK_MS_MAX),
      answers: fc.array(
        fc.record({
          afterMs: fc.nat(ANSWER_MS_MAX),
          code: fc.constantFrom(200, 200, 200, 500, 503),
        }),
        { minLength: 20, maxLength: 20 },
      ),
    }),
    { seed: randomSeed(), numRuns: KILLS, unbiased: true },
  );

describe.each(databaseKinds)('on %s', (kind) => {
  it(`webhooks of a server that is killed ${KILLS} times are all delivered, each with one id`, {
    tags: 'random',
  }, async (context) => {
    const inbox = await newInbox();
    const endpoint = await openStubEndpoint();
    onTestFinished(endpoint.close);
    const DATA_DIR = await newFolder();
    const databaseUrl = kind === 'PostgreSQL' ? await newDatabase(context) : undefined;
    const env = {
      DATA_DIR,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      SMTP_URL: inbox.url,
      TRUST_PROXY: '1',
      SECRET_KEY: 'k'.repeat(32),
      WEBHOOK_URLS: `${endpoint.url} ${keyOf(1).secret}`,
      WEBHOOK_ALLOW_PRIVATE: '1',
    };
    const acknowledged = new Set<string>();
    /** By demo request: the ids of its webhooks, and of those that were answered with 200. */
    const ids = new Map<unknown, Set<string>>();
    const delivered = new Set<unknown>();
    let inFlightAtKill = 0;
    let open = 0;
    let onRequest = () => {};

    const nextRequest = () =>
      new Promise<void>((resolve) => {
        onRequest = resolve;
      });
    const answer =
      (code: number, afterMs: number): Respond =>
      async (response, { id, event }) => {
        const of = event.data['id'];
        ids.set(of, (ids.get(of) ?? new Set()).add(id));
        open += 1;
        onRequest();
        await pause(afterMs);
        open -= 1;
        if (code === 200) delivered.add(of);
        status(code)(response, { id, event, headers: {}, body: '' });
      };
    const write = async (url: string, isOver: () => boolean) => {
      while (!isOver()) {
        const body = demoRequest();
        const response = await newClient({ url })
          .post(paths.requestDemo, body, { xsrf: null })
          .catch(() => undefined);
        if (response?.status === 200) acknowledged.add(body.email);
      }
    };
    const kill = async (server: ServerProcess) => {
      server.child.kill('SIGKILL');
      await server.ended;
    };
    const withDatabase = async <Result>(
      work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
    ): Promise<Result> => {
      const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl });
      const result = await work(db);
      await close();
      return result;
    };

    for (const [round, { workMs, answers }] of drawRounds().entries()) {
      let turn = 0;
      endpoint.respond = (response, received) => {
        const { code, afterMs } = answers[turn % answers.length] ?? { code: 200, afterMs: 0 };
        turn += 1;
        answer(code, afterMs)(response, received);
      };
      const server = startServerProcess(env);
      const url = await server.address();
      let isOver = false;
      const writers = Array.from({ length: WRITERS }, () => write(url, () => isOver));
      await pause(workMs);
      // Half of the kills meet a request under way, on a busy machine too.
      if (round % 2 === 0) await nextRequest();
      if (open > 0) inFlightAtKill += 1;
      await kill(server);
      isOver = true;
      await Promise.all(writers);
    }

    endpoint.respond = answer(200, 0);
    /** Makes what waits due, without leases and pauses, and returns how much it is. */
    const countWaiting = () =>
      withDatabase(async (db) => {
        const { rows } = await sql`update outbox set next_at = now() where kind = 'webhook'
          returning id`.execute(db);
        return rows.length;
      });
    const endAt = performance.now() + FINISH_MS;
    while ((await countWaiting()) > 0 && performance.now() < endAt) {
      const last = startServerProcess(env);
      await last.address();
      await pause(FINISHING_MS);
      await kill(last);
    }

    const leads = await withDatabase((db) =>
      db.selectFrom('leads').select(['id', 'email']).execute(),
    );
    const emails = new Set(leads.map(({ email }) => email));
    expect([...acknowledged].filter((email) => !emails.has(email))).toEqual([]);
    // Also of requests that were stored, and whose response was lost.
    expect(leads.filter(({ id }) => !delivered.has(id))).toEqual([]);
    expect([...ids].filter(([, own]) => own.size !== 1)).toEqual([]);
    expect(new Set([...ids.values()].flatMap((own) => [...own])).size).toBe(ids.size);
    expect(inFlightAtKill).toBeGreaterThan(KILLS / 4);
    const requests = endpoint.received.length;
    context.task.meta.figures = { kills: KILLS, leads: leads.length, requests, inFlightAtKill };
    expect(acknowledged.size).toBeGreaterThan(KILLS);
  });
});
