import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createKeys } from '#server/config/keys.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { createDatabase } from '#tests/support/server/database/test-database.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { startBuiltServer } from '../server/built-server.ts';
import { openMailCatcher } from '../server/mail-catcher.ts';
import { createSender } from './http-sender.ts';
import { createMailedCodes } from './mailed-codes.ts';
import { createParts } from './parts.ts';
import { waitingMails } from './server-metrics.ts';
import { storeUsers } from './stored-users.ts';

const SECRET_KEY = 'a secret key that only the benchmark knows';
const SETTLE_MS = 250;

/**
 * The built server on a PostgreSQL database of its own with stored users, a mail server, and a client. Ends
 * with the test.
 *
 * @param nodeOptions options of the server's Node
 */
export const openSystem = async (nodeOptions: readonly string[] = []) => {
  const database = await createDatabase();
  onTestFinished(database.drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'sitara-bench-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'bench');
  const { db, close } = await openDatabase({ databaseUrl: url.href, dataDir });
  onTestFinished(close);
  const sessions = await storeUsers(db);
  const times = { answers: [] as number[], mails: [] as number[] };
  const codes = createMailedCodes((ms) => times.mails.push(ms));
  const mails = await openMailCatcher(codes.onMail);
  onTestFinished(mails.close);
  const metricsPort = await freePort();
  const server = await startBuiltServer(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      SMTP_URL: mails.url,
      SECRET_KEY,
      TRUST_PROXY: '1',
      METRICS_PORT: String(metricsPort),
    },
    nodeOptions,
  );
  onTestFinished(server.stop);
  const sender = createSender(server.url);
  onTestFinished(sender.close);
  return {
    db,
    server,
    dataDir,
    metricsPort,
    mails,
    /** Milliseconds of every response and of every mailed code so far; emptied by the reader. */
    times,
    send: sender.send,
    parts: createParts({ keys: createKeys([SECRET_KEY]), codes, sessions }),
    /** Resolves when no mail waits. */
    async untilMailed() {
      while ((await waitingMails(metricsPort)) > 0) await pause(SETTLE_MS);
    },
  };
};

export type System = Awaited<ReturnType<typeof openSystem>>;
