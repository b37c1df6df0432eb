import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { openFaultySmtp } from '../support/faulty-smtp.ts';
import { killInALoop } from '../support/kill-loop.ts';
import { newFolder, newInbox, newSchema, runServer, visit } from '../support/server-fleet.ts';
import { sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { openSmtpInbox } from '../support/smtp-inbox.ts';
import { databaseKinds } from '../support/test-database.ts';

// The first one comes while the server starts, the others while people are at it.
const KILLS = 4;

it.each(databaseKinds)(
  'a server that is killed while people sign up keeps what it acknowledged (%s)',
  async (kind) => {
    const inbox = await newInbox();
    const env: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: await newFolder() };
    if (kind === 'PostgreSQL')
      env.DATABASE_URL = await newSchema(process.env['TEST_DATABASE_URL'] ?? '');
    const figures = await killInALoop({ kills: KILLS, env, inbox });
    expect(figures.interrupted).toBeGreaterThan(0);
  },
  180_000,
);

it('the mail that a killed server was sending leaves at its next start, whatever its lease (PGlite)', async () => {
  const email = 'asha@company.example';
  const silent = await openFaultySmtp('silent');
  const DATA_DIR = await newFolder();
  const server = await runServer({ DATA_DIR, SMTP_URL: silent.url });
  expect((await visit(server).post(sendPath(email))).status).toBe(200);
  await expect.poll(silent.connections, { timeout: 10_000 }).toBe(1);
  server.child.kill('SIGKILL');
  await server.ended;
  await silent.close();
  // A lease that nobody would wait for.
  const { db, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: undefined });
  await sql`update outbox set next_at = now() + interval '1 day'`.execute(db);
  await close();

  const inbox = await openSmtpInbox(silent.port);
  const next = await runServer({ DATA_DIR, SMTP_URL: inbox.url });
  const code = await inbox.nextCode(email);
  expect((await visit(next).get(verifyPath(email, code))).status).toBe(200);
  await inbox.close();
}, 60_000);
