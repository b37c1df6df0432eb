import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { SERVING_TIMEOUTS } from '#server/database/pool.ts';
import { CONCURRENCY } from '#server/mail/transports.ts';
import { passResendPause } from '../server/database/age-rows.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { createRetryingSignUp, type RetryingSignUp } from '../server/retrying-sign-up.ts';
import { makeUserWithEmail } from '../server/sign-up-steps.ts';
import { createWitnesses } from './failover-witnesses.ts';
import { countAcknowledged, expectStored, runSignUp } from './kill-loop.ts';
import { demoRequest, startLoad, waitForResponses } from './load.ts';
import { createPatientClient } from './patient-client.ts';
import { mailedPeople, repeatedMail } from './repeated-mail.ts';
import { inTurn, newClient, type RunningServer } from './running-server.ts';

const CONCURRENT_SIGN_UPS = 2;
const PROBE_MS = 25;
/** Far more than the lease of a mail whose delivery was interrupted. */
const PATIENCE = { timeout: 120_000, interval: 200 };

/** What is done to the database while the servers run. */
export interface Fault {
  name: string;
  /** Kills a part of it. */
  strike(): void | Promise<void>;
  /** Lets another part take its place, if that needs a hand. */
  promote?(): void | Promise<void>;
  /** Brings the killed part back, and waits until the next fault may come. */
  mend(): Promise<void>;
}

interface Parts {
  faults: Fault[];
  /** The servers, whose database address follows the primary. */
  servers: RunningServer[];
  inbox: SmtpInbox;
}

/** How long a fault took, in milliseconds since a part was killed. */
export interface Recovery {
  fault: string;
  /** Until another part took over, or had been told to. */
  promotedMs: number;
  /** Until the first server, and until all have stored a demo request. */
  firstMs: number;
  allMs: number;
}

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
 * Causes faults of the database under load, one after the other, and expects nothing acknowledged to
 * be lost: writes, sessions, codes, counted limits and mails. A mail may be sent twice only if it was
 * delivered while its row could not be marked as sent.
 */
export const runFaults = async ({
  faults,
  servers,
  inbox,
}: Parts): Promise<{ recoveries: Recovery[]; figures: object }> => {
  const at = inTurn(...servers);
  const url = servers[0]?.env['DATABASE_URL'] ?? '';
  const witnesses = await createWitnesses(at, inbox);
  const member = newClient(at);
  await makeUserWithEmail({ mailbox: inbox }, member, 'asha@company.example');
  const load = startLoad(at, member);
  const signUps = startSignUps(at, inbox);
  const probed: string[] = [];
  const windows: { fromMs: number; untilMs: number }[] = [];
  const recoveries: Recovery[] = [];

  const suffer = async (fault: Fault) => {
    await witnesses.prepare();
    await waitForResponses(load, 200);
    const accepted = [...load.accepted, ...probed];
    await fault.strike();
    const sinceMs = performance.now();
    const stored = servers.map((server) => untilStored(server, sinceMs, probed));
    await fault.promote?.();
    recoveries.push({
      fault: fault.name,
      promotedMs: Math.round(performance.now() - sinceMs),
      firstMs: await Promise.race(stored),
      allMs: Math.max(...(await Promise.all(stored))),
    });
    // A mark that takes longer fails by itself.
    windows.push({ fromMs: sinceMs - SERVING_TIMEOUTS.queryMs, untilMs: performance.now() });
    expect(await missingLeads(url, accepted)).toEqual([]);
    await witnesses.expectKept();
    await fault.mend();
    await read(url, passResendPause);
  };

  try {
    for (const fault of faults) await suffer(fault);
  } finally {
    await load.stop();
  }
  await signUps.stop();
  expect(load.wrong).toEqual([]);
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
  expect(repeated.length).toBeLessThanOrEqual(faults.length * servers.length * CONCURRENCY);
  const { rows } = await read(url, (db) =>
    sql`select email from leads group by email having count(*) > 1`.execute(db),
  );
  expect(rows).toEqual([]);
  return {
    recoveries,
    figures: {
      'acknowledged demo requests': accepted.length,
      'acknowledged steps of sign-ups': signUps.signUps.reduce(
        (sum, signUp) => sum + countAcknowledged(signUp),
        0,
      ),
      'refused with 503': load.statuses[503] ?? 0,
      mails: inbox.received.length,
      'sent twice': repeated.length,
    },
  };
};
