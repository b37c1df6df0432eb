import { expect } from 'vitest';
import { paths } from '#contract/paths.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { demoRequest, type Load, putUnderLoad, untilMore } from './load.ts';
import { type RunningServer, visit } from './server-fleet.ts';
import { makeUserOf } from './sign-up-steps.ts';
import type { SmtpInbox } from './smtp-inbox.ts';

/** How a database goes away and comes back. */
interface Outage {
  begin(): Promise<void> | void;
  end(): Promise<void> | void;
}

interface Parts {
  server: RunningServer;
  inbox: SmtpInbox;
  /** The database's own address, by which nothing is cut off. */
  databaseUrl: string;
  outages: Outage[];
}

const PATIENCE = { timeout: 60_000 };
/** Within which everything works again when the database is back. */
const RECOVERY = { timeout: 5000, interval: 100 };

const expectAnswersMeanwhile = async (server: RunningServer, load: Load) => {
  await untilMore(load, 503);
  expect((await visit(server).get(paths.ready)).status).toBe(503);
  // It lives, and says so.
  expect((await visit(server).get(paths.alive)).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
};

/**
 * Takes a server's database away under load, some times over, and holds the server to what it
 * promised: it says when to come back, doesn't end, works again by itself, has lost nothing.
 *
 * @returns milliseconds from the end of each outage to the first time that everything worked again
 */
export const endureOutages = async ({
  server,
  inbox,
  databaseUrl,
  outages,
}: Parts): Promise<number[]> => {
  const member = visit(server);
  const mailbox = { nextCode: inbox.nextCode };
  await makeUserOf({ mailbox }, member, 'asha@company.example');
  const load = putUnderLoad(server, member);
  const recoveries: number[] = [];
  const works = async () => {
    const { status } = await visit(server).post(paths.requestDemo, demoRequest(), { xsrf: null });
    const current = await member.get(paths.currentUser);
    return [(await visit(server).get(paths.ready)).status, status, current.status];
  };
  try {
    await untilMore(load, 200);
    for (const { begin, end } of outages) {
      await begin();
      await expectAnswersMeanwhile(server, load);
      await end();
      const since = performance.now();
      await expect.poll(works, RECOVERY).toEqual([200, 200, 200]);
      recoveries.push(Math.round(performance.now() - since));
      await untilMore(load, 200);
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
  // The mail that was waiting, or under way, goes out by itself as well.
  const last = load.accepted.at(-1) ?? '';
  const isTold = () => inbox.received.some(({ mail }) => mail.text?.includes(last));
  await expect.poll(isTold, PATIENCE).toBe(true);
  expect(server.output()).not.toContain('company.example');
  return recoveries;
};
