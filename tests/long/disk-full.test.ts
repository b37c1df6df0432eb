import { join } from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { fillUpAndRecover } from '../support/full-disk.ts';
import { skipBecause } from '../support/not-run.ts';
import { openOwnPostgres, whyNoOwnPostgres } from '../support/own-postgres.ts';
import { newInbox, runServer } from '../support/server-fleet.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const DISK_MB = 128;
const LOAD = { rounds: 5, refusals: 40 };
const BUILT = { isBuilt: true };

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

it('PGlite on a disk that is full again and again loses nothing', async (context) => {
  const folder = await smallDisk(context);
  const inbox = await newInbox();
  const dataDir = join(folder, 'data');
  const server = await runServer({ DATA_DIR: dataDir, SMTP_URL: inbox.url }, BUILT);
  const { accepted, refused } = await fillUpAndRecover({ server, inbox, folder, ...LOAD });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await expectStored({ dataDir, databaseUrl: undefined }, accepted);
  context.task.meta.figures = { accepted: accepted.length, refused };
});

it('PostgreSQL on a disk that is full again and again loses nothing', async (context) => {
  skipBecause(context, whyNoOwnPostgres());
  const folder = await smallDisk(context);
  const postgres = await openOwnPostgres(folder);
  onTestFinished(postgres.remove);
  const inbox = await newInbox();
  const server = await runServer({ DATABASE_URL: postgres.url, SMTP_URL: inbox.url }, BUILT);
  const { accepted, refused } = await fillUpAndRecover({ server, inbox, folder, ...LOAD });
  await expectStored({ dataDir: '', databaseUrl: postgres.url }, accepted);
  context.task.meta.figures = { accepted: accepted.length, refused };
});
