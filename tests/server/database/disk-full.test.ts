// @module-tag further
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseUnavailable } from '#server/database/failures.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openMail } from '#server/mail/transports.ts';
import { fillDisk, fillDiskRepeatedly } from '#tests/support/faults/full-disk.ts';
import { runServer } from '#tests/support/faults/running-server.ts';
import { mountSmallDisk } from '#tests/support/faults/small-disk.ts';
import { openSmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const DISK_MB = 64;

it('a server on a full disk returns 503, loses nothing, and recovers when there is space (PGlite)', async (context) => {
  const disk = await mountSmallDisk(DISK_MB);
  if (typeof disk === 'string') return skipBecause(context, disk);
  onTestFinished(disk.remove);
  const inbox = await openSmtpInbox();
  onTestFinished(inbox.close);
  const DATA_DIR = join(disk.folder, 'data');
  const server = await runServer({ DATA_DIR, SMTP_URL: inbox.url });
  const { accepted } = await fillDiskRepeatedly({
    server,
    inbox,
    folder: disk.folder,
    rounds: 2,
    refusals: 10,
  });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined });
  const rows = await db.selectFrom('leads').select('email').execute();
  await close();
  const stored = new Set(rows.map(({ email }) => email));
  expect(accepted.filter((email) => !stored.has(email))).toEqual([]);
});

it('an embedded database without space for its log recovers by itself', async (context) => {
  const disk = await mountSmallDisk(2 * DISK_MB);
  if (typeof disk === 'string') return skipBecause(context, disk);
  onTestFinished(disk.remove);
  const { db, close } = await openDatabase({ dataDir: disk.folder, databaseUrl: undefined });
  onTestFinished(close);
  await migrate(db);
  const free = fillDisk(disk.folder);
  // Only the log grows by this, one megabyte each; a log segment has 16 MB.
  const write = () =>
    sql`select pg_logical_emit_message(false, 'x', repeat('x', 1000000))`.execute(db);
  const use = () => db.selectFrom('leads').select('id').execute();
  const giveUp = async () => {
    for (let megabytes = 0; megabytes < 20; megabytes += 1) await write();
  };
  const refusal = await giveUp().catch((error: unknown) => error);
  expect([refusal, isDatabaseUnavailable(refusal)]).toEqual([expect.any(Error), true]);
  await expect(use()).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(db.transaction().execute(use)).rejects.toSatisfy(isDatabaseUnavailable);
  await free();
  expect(await Promise.all([use(), use(), use()])).toEqual([[], [], []]);
});

it('a mail that does not fit on the disk leaves no partial file in the mailbox folder', async (context) => {
  const disk = await mountSmallDisk(1);
  if (typeof disk === 'string') return skipBecause(context, disk);
  onTestFinished(disk.remove);
  const mailFrom = { name: 'Sitara', address: 'no-reply@sitara.example' };
  const mail = await openMail({ smtpUrl: undefined, mailFrom, dataDir: disk.folder });
  const message = { to: 'a@x.example', subject: 'S', text: 'A code', html: '<p>A code</p>' };
  const free = fillDisk(disk.folder);
  await expect(mail.send(message)).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(join(disk.folder, 'mailbox'))).toEqual([]);
  await free();
  await mail.send(message);
  expect(await readdir(join(disk.folder, 'mailbox'))).toHaveLength(1);
});
