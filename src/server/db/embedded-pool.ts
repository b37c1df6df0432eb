import { statfs } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { poolState, type StatedPool } from './pool-state.ts';

/** Severities after which PostgreSQL ends itself (its manual, 54.8). */
const LAST_WORDS = new Set(['FATAL', 'PANIC']);
// Opening it writes: at worst one segment of the log, and some.
const ROOM_TO_OPEN_BYTES = 20 * 1024 * 1024;
const DISK_FULL = '53100';

/** The embedded database can't work until there is room on its disk. */
class NoRoomError extends Error {
  readonly code = DISK_FULL;
}

interface Instance {
  lite: PGlite;
  pool: pg.Pool;
  isDead: boolean;
}

const open = async (folder: string): Promise<Instance> => {
  const lite = await PGlite.create(folder);
  // It has one connection.
  const pool = new pg.Pool({ ...createPgConfig(lite), max: 1 });
  pool.on('error', () => {});
  return { lite, pool, isDead: false };
};

const reopen = async (folder: string): Promise<Instance> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < ROOM_TO_OPEN_BYTES) throw new NoRoomError('The disk is full.');
  return open(folder);
};

const noteDeath = (instance: Instance) => (error: unknown) => {
  const severity = error instanceof Error && 'severity' in error ? String(error.severity) : '';
  if (LAST_WORDS.has(severity)) instance.isDead = true;
  throw error;
};

const clientOf = (instance: Instance, client: pg.PoolClient): PostgresPoolClient => {
  const query = async (text: string, values: unknown[]) => {
    if (instance.isDead) throw new NoRoomError('The embedded database has given up.');
    return client.query(text, values).catch(noteDeath(instance));
  };
  // Of the two ways to call it, Kysely uses the other one for cursors, which nobody here has.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(),
  };
};

/**
 * Opens PGlite in a folder, with PostgreSQL's own means to come back: an instance that can't write
 * its log any more (a full disk) has ended, and would compute for ever if it were asked again. The
 * next query opens another one in its place as soon as there is room, and it recovers as after a
 * crash; until then queries fail with 53100.
 */
export const openEmbeddedPool = async (folder: string): Promise<StatedPool> => {
  let opening: Promise<Instance> | undefined = open(folder);
  let newest = await opening;

  const living = async (): Promise<Instance> => {
    // Whoever comes meanwhile waits for the same one.
    opening ??= reopen(folder);
    const mine = opening;
    const instance = await mine.catch((error) => {
      if (opening === mine) opening = undefined;
      throw error;
    });
    newest = instance;
    if (!instance.isDead) return instance;
    if (opening === mine) opening = undefined;
    return living();
  };

  return {
    state: () => poolState(newest.pool),
    async connect() {
      const instance = await living();
      return clientOf(instance, await instance.pool.connect());
    },
    async end() {
      const instance = await opening?.catch(() => undefined);
      if (!instance || instance.isDead) return;
      await instance.pool.end();
      await instance.lite.close();
    },
  };
};
