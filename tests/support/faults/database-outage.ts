import { expect } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { SmtpInbox } from '../server/mail/smtp-inbox.ts';
import { makeUserWithEmail } from '../server/sign-up-steps.ts';
import { demoRequest, type Load, startLoad, waitForResponses } from './load.ts';
import { newClient, type RunningServer } from './running-server.ts';

/** How a database becomes unavailable and available again. */
interface Outage {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

interface Parts {
  server: RunningServer;
  inbox: SmtpInbox;
  /** The database's direct address, which is never cut off. */
  databaseUrl: string;
  outages: Outage[];
}

const PATIENCE = { timeout: 60_000 };
/** Everything must work again within this time after an outage. */
const RECOVERY = { timeout: 5000, interval: 100 };

const expectUnavailable = async (server: RunningServer, load: Load) => {
  await waitForResponses(load, 503);
  // The answer before is valid for a second.
  const readiness = async () => (await newClient(server).get(paths.ready)).status;
  await expect.poll(readiness).toBe(503);
  // The process is alive and reports it.
  expect((await newClient(server).get(paths.alive)).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
};

/**
 * Makes a server's database unavailable under load, several times. The server must respond with 503
 * and Retry-After, keep running, recover by itself and lose no acknowledged row.
 *
 * @returns milliseconds from the end of each outage until everything worked again
 */
export const expectRecoveryFromOutages = async ({
  server,
  inbox,
  databaseUrl,
  outages,
}: Parts): Promise<number[]> => {
  const member = newClient(server);
  const mailbox = { nextCode: inbox.nextCode };
  await makeUserWithEmail({ mailbox }, member, 'asha@company.example');
  const load = startLoad(server, member);
  const recoveries: number[] = [];
  const readStatuses = async () => {
    const { status } = await newClient(server).post(paths.requestDemo, demoRequest(), {
      xsrf: null,
    });
    const current = await member.get(paths.currentUser);
    return [(await newClient(server).get(paths.ready)).status, status, current.status];
  };
  try {
    await waitForResponses(load, 200);
    for (const { begin, end } of outages) {
      await begin();
      await expectUnavailable(server, load);
      await end();
      const since = performance.now();
      await expect.poll(readStatuses, RECOVERY).toEqual([200, 200, 200]);
      recoveries.push(Math.round(performance.now() - since));
      await waitForResponses(load, 200);
    }
  } finally {
    await load.stop();
  }
  expect(load.wrong).toEqual([]);

  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  const rows = await db.selectFrom('leads').select('email').execute();
  await close();
  const stored = new Set(rows.map(({ email }) => email));
  expect(load.accepted.filter((email) => !stored.has(email))).toEqual([]);
  // Queued and interrupted mail is delivered as well.
  const lastAccepted = load.accepted.at(-1) ?? '';
  const isDelivered = () => inbox.received.some(({ mail }) => mail.text?.includes(lastAccepted));
  await expect.poll(isDelivered, PATIENCE).toBe(true);
  expect(server.output()).not.toContain('company.example');
  return recoveries;
};
