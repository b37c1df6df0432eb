import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#server/database/types.ts';

/** Clock ticks a second of `/proc`: USER_HZ, which is 100 on every Linux (proc(5)). */
const TICKS_A_SECOND = 100;
const MS_PER_S = 1000;
/** Fields of /proc/<pid>/stat after the name, which is in brackets: utime and stime. */
const [USER_TIME, SYSTEM_TIME] = [11, 12];

/** Processor time in milliseconds since each part started. */
export interface ProcessorTime {
  /** The thread that runs the server's JavaScript. */
  mainThread: number;
  /** All threads of the server. */
  server: number;
  /** The server's connections at PostgreSQL, by process id. */
  backends: Map<number, number>;
}

/** Processor time of a process or a thread, from its `stat` in /proc, in milliseconds. */
export const readMs = (file: string): number => {
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * MS_PER_S) / TICKS_A_SECOND;
};

const isPostgres = (pid: number): boolean =>
  readdirSync('/proc').includes(String(pid)) &&
  readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');

/** @param db a connection to the server's database, on this machine; its own processes are left out */
export const readProcessorTime = async (
  db: Kysely<Database>,
  serverPid: number,
): Promise<ProcessorTime> => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and application_name <> 'bench'`.execute(db);
  return {
    mainThread: readMs(`/proc/${serverPid}/task/${serverPid}/stat`),
    server: readMs(`/proc/${serverPid}/stat`),
    backends: new Map(
      rows
        .map(({ pid }) => pid)
        .filter(isPostgres)
        .map((pid) => [pid, readMs(`/proc/${pid}/stat`)]),
    ),
  };
};

/** Milliseconds between two readings; a connection that is new counts from its start. */
export const processorTimeBetween = (before: ProcessorTime, after: ProcessorTime) => ({
  mainThread: after.mainThread - before.mainThread,
  server: after.server - before.server,
  postgres: [...after.backends].reduce(
    (sum, [pid, ms]) => sum + ms - (before.backends.get(pid) ?? 0),
    0,
  ),
});
