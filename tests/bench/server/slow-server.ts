import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { onTestFinished } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/database/types.ts';
import { compileSlowFlush } from '#tests/support/faults/slow-flush.ts';
import { startTemporaryPostgres } from '#tests/support/faults/temporary-postgres.ts';
import type { DatabaseKind } from '#tests/support/server/database/test-database.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { startBuiltServer } from './built-server.ts';
import { openMailCatcher } from './mail-catcher.ts';

/** What every flush of PostgreSQL takes longer, as on a disk without a cache. */
const FLUSH_MS = 2;

const startSlowPostgres = async (): Promise<string> => {
  const slowFlush = await compileSlowFlush(FLUSH_MS);
  onTestFinished(slowFlush.remove);
  const postgres = await startTemporaryPostgres(undefined, slowFlush.env);
  onTestFinished(postgres.remove);
  return postgres.url;
};

/**
 * Starts the built server, which delivers to a mail server, on a PostgreSQL with slow flushes or on the
 * embedded database, whose flushes are as fast as the disk's.
 *
 * @param fill fills the database before
 */
export const startSlowServer = async (
  kind: DatabaseKind,
  secretKey: string,
  fill: (db: Kysely<Database>) => Promise<void> = async () => {},
) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const mail = await openMailCatcher();
  onTestFinished(mail.close);
  const databaseUrl = kind === 'PostgreSQL' ? await startSlowPostgres() : undefined;
  const { db, close } = await openDatabase({ dataDir, databaseUrl });
  await migrate(db);
  await fill(db);
  await close();
  const metricsPort = await freePort();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    SECRET_KEY: secretKey,
    TRUST_PROXY: '1',
    SMTP_URL: mail.url,
    METRICS_PORT: String(metricsPort),
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  });
  onTestFinished(server.stop);
  return {
    url: server.url,
    /** Waits until no mail is left in the outbox. */
    async untilMailed() {
      const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
      while (!/^outbox_mails 0$/m.test(await (await fetch(metrics)).text()));
    },
  };
};

export type SlowServer = Awaited<ReturnType<typeof startSlowServer>>;
