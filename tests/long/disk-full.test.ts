import { join } from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { fillDiskRepeatedly } from '#tests/support/faults/full-disk.ts';
import { missingPostgresReason } from '#tests/support/faults/postgres-folder.ts';
import { newInbox, runServer } from '#tests/support/faults/running-server.ts';
import { mountSmallDisk } from '#tests/support/faults/small-disk.ts';
import { startTemporaryPostgres } from '#tests/support/faults/temporary-postgres.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const DISK_MB = 128;
const LOAD = { rounds: 5, refusals: 40 };

const smallDisk = async (context: TestContext): Promise<string> => {
  const disk = await mountSmallDisk(DISK_MB);
  if (typeof disk === 'string') {
    skipBecause(context, disk);
    return '';
  }
  onTestFinished(disk.remove);
  return disk.folder;
};

const expectStored = async (
  database: { dataDir: string; databaseUrl: string | undefined },
  accepted: string[],
) => {
  const { db, close } = await openDatabase(database);
  const rows = await db.selectFrom('leads').select('email').execute();
  await close();
  const stored = new Set(rows.map(({ email }) => email));
  expect(accepted.filter((email) => !stored.has(email))).toEqual([]);
};

it('PGlite loses no acknowledged row when its disk fills up repeatedly', async (context) => {
  const folder = await smallDisk(context);
  const inbox = await newInbox();
  const dataDir = join(folder, 'data');
  const server = await runServer({ DATA_DIR: dataDir, SMTP_URL: inbox.url });
  const { accepted, refused } = await fillDiskRepeatedly({ server, inbox, folder, ...LOAD });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await expectStored({ dataDir, databaseUrl: undefined }, accepted);
  context.task.meta.figures = { accepted: accepted.length, refused };
});

it('PostgreSQL loses no acknowledged row when its disk fills up repeatedly', async (context) => {
  skipBecause(context, missingPostgresReason());
  const folder = await smallDisk(context);
  const postgres = await startTemporaryPostgres(folder);
  onTestFinished(postgres.remove);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: postgres.url, SMTP_URL: inbox.url });
  const { accepted, refused } = await fillDiskRepeatedly({ server, inbox, folder, ...LOAD });
  await expectStored({ dataDir: '', databaseUrl: postgres.url }, accepted);
  context.task.meta.figures = { accepted: accepted.length, refused };
});
