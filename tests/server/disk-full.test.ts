import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { isDatabaseUnavailable } from '#server/db/is-unavailable.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openMail } from '#server/mail/open-mail.ts';
import { fillDisk, fillUpAndRecover } from '../support/full-disk.ts';
import { skipBecause } from '../support/not-run.ts';
import { runServer } from '../support/server-fleet.ts';
import { mountSmallDisk } from '../support/small-disk.ts';
import { openSmtpInbox } from '../support/smtp-inbox.ts';

const DISK_MB = 64;

it('a server on a full disk says so, loses nothing, and goes on when there is room (PGlite)', async (context) => {
  const disk = await mountSmallDisk(DISK_MB);
  if (typeof disk === 'string') return skipBecause(context, disk);
  onTestFinished(disk.remove);
  const inbox = await openSmtpInbox();
  onTestFinished(inbox.close);
  const DATA_DIR = join(disk.folder, 'data');
  const server = await runServer({ DATA_DIR, SMTP_URL: inbox.url });
  const { accepted } = await fillUpAndRecover({
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
}, 120_000);

it('an embedded database whose log has no room comes back by itself when there is some', async (context) => {
  const disk = await mountSmallDisk(2 * DISK_MB);
  if (typeof disk === 'string') return skipBecause(context, disk);
  onTestFinished(disk.remove);
  const { db, close } = await openDatabase({ dataDir: disk.folder, databaseUrl: undefined });
  onTestFinished(close);
  await migrate(db);
  const free = fillDisk(disk.folder);
  // Only the log grows by this, a megabyte each; a segment of it has sixteen.
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
}, 60_000);

it('a mail for which there is no room leaves nothing behind in the mailbox folder', async (context) => {
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
