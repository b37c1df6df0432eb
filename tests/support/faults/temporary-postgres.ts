import { join } from 'node:path';
import { freePort } from '../server/free-port.ts';
import { newPostgresFolder } from './postgres-folder.ts';

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

/**
 * Creates a cluster and starts it on a free port with durable writes.
 *
 * @param parent the folder for its files; the temporary folder by default
 * @param env further environment variables of its processes
 */
export const startTemporaryPostgres = async (
  parent?: string,
  env?: Record<string, string>,
): Promise<TemporaryPostgres> => {
  const folder = await newPostgresFolder(parent, env);
  const port = await freePort();
  const data = join(folder.path, 'data');
  const control = (...args: string[]) => folder.call('pg_ctl', '-D', data, '-w', ...args);
  const options = `-p ${port} -k ${folder.path} -c listen_addresses=127.0.0.1`;
  const log = join(folder.path, 'log');

  await folder.call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8');
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
      await folder.remove();
    },
  };
};
