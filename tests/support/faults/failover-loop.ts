import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { SERVING_TIMEOUTS } from '#server/database/pool.ts';
import { CONCURRENCY } from '#server/mail/worker.ts';
import { passResendPause } from '../server/database/age-rows.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { createRetryingSignUp, type RetryingSignUp } from '../server/retrying-sign-up.ts';
import { makeUserWithEmail } from '../server/sign-up-steps.ts';
import { createWitnesses } from './failover-witnesses.ts';
import { countAcknowledged, expectStored, runSignUp } from './kill-loop.ts';
import { demoRequest, startLoad, waitForResponses } from './load.ts';
import { createPatientClient } from './patient-client.ts';
import type { PostgresPair } from './postgres-pair.ts';
import { mailedPeople, repeatedMail } from './repeated-mail.ts';
import { inTurn, newClient, type RunningServer } from './running-server.ts';

const CONCURRENT_SIGN_UPS = 2;
const PROBE_MS = 25;
/** Far more than the lease of a mail whose delivery was interrupted. */
const PATIENCE = { timeout: 120_000, interval: 200 };

interface Parts {
  pair: PostgresPair;
  /** The servers whose database address follows the primary. */
  servers: RunningServer[];
  inbox: SmtpInbox;
  failovers: number;
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const read = async <Result>(
  url: string,
  query: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<Result>,
): Promise<Result> => {
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
  try {
    return await query(db);
  } finally {
    await close();
  }
};

const missingLeads = async (url: string, emails: readonly string[]): Promise<string[]> => {
  const rows = await read(url, (db) => db.selectFrom('leads').select('email').execute());
  const stored = new Set(rows.map(({ email }) => email));
  return emails.filter((email) => !stored.has(email));
};

/** People who sign up one after the other until they are stopped. */
const startSignUps = (at: Pick<RunningServer, 'url'>, inbox: SmtpInbox) => {
  const signUps: RetryingSignUp[] = [];
  let isStopped = false;
  const repeat = async () => {
    while (!isStopped) {
      const email = `p@signs-up-${signUps.length}.example`;
      const signUp = createRetryingSignUp(email, createPatientClient(newClient(at)), inbox);
      signUps.push(signUp);
      await runSignUp(signUp, () => false);
    }
  };
  const all = Promise.all(Array.from({ length: CONCURRENT_SIGN_UPS }, repeat));
  // The rejection is reported by `stop`.
  all.catch(() => {});
  return {
    signUps,
    async stop() {
      isStopped = true;
      await all;
    },
  };
};

/** Milliseconds from a time until a server has stored a demo request, which is sent again until then. */
const untilStored = async (server: RunningServer, sinceMs: number, accepted: string[]) => {
  for (;;) {
    const body = demoRequest();
    const { status } = await newClient(server).post(paths.requestDemo, body, { xsrf: null });
    if (status === 200) {
      accepted.push(body.email);
      return Math.round(performance.now() - sinceMs);
    }
    await pause(PROBE_MS);
  }
};

/**
 * Kills the primary under load and promotes its standby, several times, and expects nothing acknowledged to
 * be lost: writes, sessions, codes, counted limits and mails. A mail may be sent twice only if it was
 * delivered while its row could not be marked as sent.
 *
 * @returns figures for the report; times in milliseconds from the kill
 */
export const runFailovers = async ({ pair, servers, inbox, failovers }: Parts): Promise<object> => {
  const at = inTurn(...servers);
  const witnesses = await createWitnesses(at, inbox);
  const member = newClient(at);
  await makeUserWithEmail({ mailbox: inbox }, member, 'asha@company.example');
  const load = startLoad(at, member);
  const signUps = startSignUps(at, inbox);
  const probed: string[] = [];
  const windows: { fromMs: number; untilMs: number }[] = [];
  const firstMs: number[] = [];
  const bothMs: number[] = [];
  const promotedMs: number[] = [];

  const failOver = async () => {
    await witnesses.prepare();
    await waitForResponses(load, 200);
    const accepted = [...load.accepted, ...probed];
    pair.killPrimary();
    const killedMs = performance.now();
    const stored = servers.map((server) => untilStored(server, killedMs, probed));
    await pair.promote();
    promotedMs.push(Math.round(performance.now() - killedMs));
    firstMs.push(await Promise.race(stored));
    bothMs.push(Math.max(...(await Promise.all(stored))));
    // A mark that takes longer fails by itself.
    windows.push({ fromMs: killedMs - SERVING_TIMEOUTS.queryMs, untilMs: performance.now() });
    expect(await missingLeads(pair.primaryUrl(), accepted)).toEqual([]);
    await witnesses.expectKept();
    await pair.rebuild();
    await read(pair.primaryUrl(), passResendPause);
  };

  try {
    for (let failover = 1; failover <= failovers; failover += 1) await failOver();
  } finally {
    await load.stop();
  }
  await signUps.stop();
  expect(load.wrong).toEqual([]);
  const url = pair.primaryUrl();
  const accepted = [...load.accepted, ...probed];
  expect(await missingLeads(url, accepted)).toEqual([]);
  await read(url, async (db) => {
    for (const signUp of signUps.signUps) await expectStored(db, signUp);
    const readUnsent = () =>
      db.selectFrom('outbox').where('sent_at', 'is', null).selectAll().execute();
    await expect.poll(readUnsent, PATIENCE).toEqual([]);
  });
  await witnesses.expectLateCodes();

  const mailed = mailedPeople(inbox);
  const people = [...accepted, ...witnesses.requesters];
  expect(people.filter((person) => !mailed.has(person))).toEqual([]);
  const { repeated, unexplained } = repeatedMail(inbox, new Set(people), windows);
  expect(unexplained).toEqual([]);
  expect(repeated.length).toBeLessThanOrEqual(failovers * servers.length * CONCURRENCY);
  const { rows } = await read(url, (db) =>
    sql`select email from leads group by email having count(*) > 1`.execute(db),
  );
  expect(rows).toEqual([]);
  return {
    failovers,
    'ms until the first success, median': median(firstMs),
    worst: Math.max(...firstMs),
    'of that until the promotion, median': median(promotedMs),
    'until both servers succeed, median': median(bothMs),
    'worst of both': Math.max(...bothMs),
    'acknowledged demo requests': accepted.length,
    'acknowledged steps of sign-ups': signUps.signUps.reduce(
      (sum, signUp) => sum + countAcknowledged(signUp),
      0,
    ),
    'refused with 503': load.statuses[503] ?? 0,
    mails: inbox.received.length,
    'sent twice': repeated.length,
  };
};
