import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../server/free-port.ts';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

/** A PostgreSQL cluster that belongs to one test. */
export interface TemporaryPostgres {
  url: string;
  /** Stops it immediately, as a crash would, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}

const findPrograms = (): string | undefined =>
  existsSync(INSTALLED)
    ? readdirSync(INSTALLED)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(INSTALLED, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

/** The reason why this machine can't run one; undefined if it can. */
export const missingPostgresReason = (): string | undefined =>
  findPrograms() === undefined ? `no PostgreSQL programs below ${INSTALLED}` : undefined;

// PostgreSQL refuses to run as root.
const unprivileged = async (): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

/**
 * Creates a cluster and starts it on a free port with durable writes.
 *
 * @param parent the folder for its files; the temporary folder by default
 */
export const startTemporaryPostgres = async (parent = tmpdir()): Promise<TemporaryPostgres> => {
  const programs = findPrograms() ?? '';
  const user = await unprivileged();
  const folder = await mkdtemp(join(parent, 'sitara-pg-'));
  await chmod(folder, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const port = await freePort();
  const data = join(folder, 'data');
  const call = (program: string, ...args: string[]) =>
    run(join(programs, program), args, { ...user, cwd: folder });
  const control = (...args: string[]) => call('pg_ctl', '-D', data, '-w', ...args);
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const log = join(folder, 'log');

  await call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8');
  const start = async () => {
    await control('start', '-l', log, '-o', options);
  };
  const stop = async () => {
    await control('stop', '-m', 'immediate');
  };
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    async restart() {
      await stop();
      await start();
    },
    async remove() {
      await stop().catch(() => {});
      await rm(folder, { recursive: true, force: true });
    },
  };
};
