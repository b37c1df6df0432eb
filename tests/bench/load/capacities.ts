import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/types.ts';
import { runSeconds } from './closed-loop.ts';
import type { System } from './opened-system.ts';

const HASH_WIDTH = 16;
const CONNECTIONS = 10;
const SECONDS = 4;
const MS_PER_S = 1000;
/** Time in which the first mails of a backlog leave, uncounted. */
const LEAD_MS = 200;
const BACKLOG_MS = 1500;

/** The most that this machine does a second, each alone. */
export interface Capacities {
  passwordHashes: number;
  mails: number;
  /** Transactions with one inserted row over ten connections. */
  commits: number;
}

const countCommits = async (db: Kysely<Database>): Promise<number> => {
  await sql`create table commit_probe (id bigint generated always as identity)`.execute(db);
  const commits = await runSeconds(() => sql`insert into commit_probe default values`.execute(db), {
    seconds: SECONDS,
    width: CONNECTIONS,
  });
  await sql`drop table commit_probe`.execute(db);
  return commits;
};

// Only requests for codes fill the outbox faster than it is emptied. The drain is what is measured.
const countMails = async ({ parts, send, mails, untilMailed }: System): Promise<number> => {
  await runSeconds(() => parts['code not entered'](send), { seconds: SECONDS, width: 50 });
  await pause(LEAD_MS);
  const [startedAt, before] = [performance.now(), mails.count()];
  await Promise.race([untilMailed(), pause(BACKLOG_MS)]);
  const delivered = mails.count() - before;
  const perSecond = (delivered * MS_PER_S) / (mails.newestAt() - startedAt);
  await untilMailed();
  return perSecond;
};

/** Saturates one part of the system after the other. */
export const measureCapacities = async (system: System): Promise<Capacities> => ({
  passwordHashes: await runSeconds(() => system.parts['password login'](system.send), {
    seconds: SECONDS,
    width: HASH_WIDTH,
  }),
  mails: await countMails(system),
  commits: await countCommits(system.db),
});
