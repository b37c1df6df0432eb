import { readdirSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../server/free-port.ts';
import { newPostgresFolder } from './postgres-folder.ts';

/** The standby's name in `synchronous_standby_names`, as in docs/deploy.md. */
const STANDBY = 'standby';
/** Characters of a cluster's log that a failed start prints. */
const LOG_TAIL = 2000;
const PATIENCE = { timeout: 60_000, interval: 50 };

interface Node {
  port: number;
  data: string;
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A primary and its synchronous standby, as docs/deploy.md describes them. */
export interface PostgresPair {
  ports: readonly number[];
  /** The URLs of the two nodes; they change places with every failover. */
  primaryUrl(): string;
  standbyUrl(): string;
  /** Ends every process of the primary with SIGKILL. */
  killPrimary(): void;
  /** Stops every process of the primary with SIGSTOP, like a machine that hangs. */
  freezePrimary(): void;
  /** Makes the standby the primary; it accepts writes without a standby. */
  promote(): Promise<void>;
  /** Copies the primary to the other node, and makes that one the synchronous standby. */
  rebuild(): Promise<void>;
  /** Stops the standby, so that commits wait. */
  stopStandby(): Promise<void>;
}

/** Runs a statement on a connection of its own. */
export const queryOnce = async (url: string, ...statements: string[]): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url });
  // Without a listener, a server that is killed between two statements would end the test run.
  client.on('error', () => {});
  await client.connect();
  try {
    let result: pg.QueryResult | undefined;
    for (const statement of statements) result = await client.query(statement);
    if (result === undefined) throw new Error('no statement');
    return result;
  } finally {
    await client.end();
  }
};

/** The process and its children, from Linux's process table. */
const processesOf = (parent: number): number[] => {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      if (!pid) return false;
      try {
        // The fields after the name, which is in parentheses: state, parent.
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return Number(fields[1]) === parent;
      } catch {
        return false;
      }
    });
  return [parent, ...children];
};

/** Sends a signal to every process of a cluster at once. */
export const signalAll = (data: string, signal: 'SIGKILL' | 'SIGSTOP'): void => {
  const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  // A stopped postmaster starts no further process.
  process.kill(postmaster, 'SIGSTOP');
  for (const pid of processesOf(postmaster)) process.kill(pid, signal);
};

/** Starts a primary and a synchronous standby; removed when the test ends. */
export const startPostgresPair = async (): Promise<PostgresPair> => {
  const folder = await newPostgresFolder();
  const newNode = async (name: string): Promise<Node> => {
    const port = await freePort();
    const data = join(folder.path, name);
    // A socket has a lock file, which stays when the process is killed.
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    const control = async (...args: string[]) =>
      void (await folder.call('pg_ctl', '-D', data, '-w', ...args));
    return {
      port,
      data,
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      start: () =>
        control('start', '-l', `${data}.log`, '-o', options).catch((error: Error) => {
          error.message += readFileSync(`${data}.log`, 'utf8').slice(-LOG_TAIL);
          throw error;
        }),
      stop: () => control('stop', '-m', 'immediate'),
    };
  };
  let frozen: Node | undefined;
  let [primary, standby] = [await newNode('one'), await newNode('two')];

  const waitUntilSynchronous = async () => {
    const readStates = async () =>
      (
        await queryOnce(
          primary.url,
          `select sync_state as state, flush_lsn >= pg_current_wal_flush_lsn() as flushed
          from pg_stat_replication where application_name = '${STANDBY}'`,
        )
      ).rows;
    await expect.poll(readStates, PATIENCE).toEqual([{ state: 'sync', flushed: true }]);
  };

  const endFrozen = () => {
    if (frozen) signalAll(frozen.data, 'SIGKILL');
    frozen = undefined;
  };

  const rebuild = async () => {
    const { call } = folder;
    endFrozen();
    // The folder itself stays: from its inode PostgreSQL finds the killed cluster's shared memory.
    for (const name of await readdir(standby.data).catch(() => []))
      await rm(join(standby.data, name), { recursive: true, force: true });
    const source = `host=127.0.0.1 port=${primary.port} user=replicator application_name=${STANDBY}`;
    await call(
      'pg_basebackup',
      ...['--pgdata', standby.data, '--dbname', source],
      ...['--checkpoint', 'fast', '--write-recovery-conf'],
    );
    await standby.start();
    await queryOnce(
      primary.url,
      `alter system set synchronous_standby_names = '${STANDBY}'`,
      'select pg_reload_conf()',
    );
    await waitUntilSynchronous();
  };

  onTestFinished(async () => {
    endFrozen();
    for (const { stop } of [standby, primary]) await stop().catch(() => {});
    await folder.remove();
  });
  await folder.call('initdb', '-D', primary.data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8');
  await primary.start();
  await queryOnce(
    primary.url,
    'create role replicator replication login',
    'create role haproxy login',
    `alter system set wal_retrieve_retry_interval = '200ms'`,
  );
  await rebuild();

  return {
    ports: [primary.port, standby.port],
    primaryUrl: () => primary.url,
    standbyUrl: () => standby.url,
    killPrimary: () => signalAll(primary.data, 'SIGKILL'),
    freezePrimary() {
      frozen = primary;
      signalAll(primary.data, 'SIGSTOP');
    },
    async promote() {
      // Ignored by a standby, so it takes effect with the promotion.
      await queryOnce(standby.url, `alter system set synchronous_standby_names = ''`);
      await queryOnce(standby.url, 'select pg_reload_conf()', 'select pg_promote()');
      [primary, standby] = [standby, primary];
    },
    rebuild,
    stopStandby: () => standby.stop(),
  };
};
