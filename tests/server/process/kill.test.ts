// @module-tag further
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { openFaultySmtp } from '#tests/support/faults/faulty-smtp.ts';
import { runKillLoop } from '#tests/support/faults/kill-loop.ts';
import {
  newClient,
  newDatabase,
  newDataFolder,
  newFolder,
  newInbox,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { openSmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';

// The first kill happens while the server starts, the others during sign-ups.
const KILLS = 4;

it.for(databaseKinds)(
  'a server that is killed during sign-ups keeps what it acknowledged (%s)',
  { tags: 'random', timeout: 180_000 },
  async (kind, context) => {
    const inbox = await newInbox();
    const env: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: await newFolder() };
    if (kind === 'PostgreSQL') env.DATABASE_URL = await newDatabase(context);
    const figures = await runKillLoop({ kills: KILLS, env, inbox });
    expect(figures.interrupted).toBeGreaterThan(0);
  },
);

it('mail that a killed server was delivering is sent at the next start, without waiting for its lease (PGlite)', async () => {
  const email = 'asha@company.example';
  const silent = await openFaultySmtp('silent');
  const DATA_DIR = await newDataFolder();
  const server = await runServer({ DATA_DIR, SMTP_URL: silent.url });
  expect((await newClient(server).post(sendPath(email))).status).toBe(200);
  await expect.poll(silent.connections).toBe(1);
  server.child.kill('SIGKILL');
  await server.ended;
  await silent.close();
  // A lease that outlasts the test.
  const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined });
  await sql`update outbox set next_at = now() + interval '1 day'`.execute(db);
  await close();

  const inbox = await openSmtpInbox(silent.port);
  const next = await runServer({ DATA_DIR, SMTP_URL: inbox.url });
  const code = await inbox.nextCode(email);
  expect((await newClient(next).get(verifyPath(email, code))).status).toBe(200);
  await inbox.close();
});
