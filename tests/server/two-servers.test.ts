import { sql } from 'kysely';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { paths } from '#contract/paths.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { openFaultySmtp } from '../support/faulty-smtp.ts';
import { demoRequest } from '../support/load.ts';
import { loginCodePath } from '../support/log-in-steps.ts';
import { testPostgres } from '../support/not-run.ts';
import {
  newInbox,
  newSchema,
  type RunningServer,
  runServer,
  visit,
} from '../support/server-fleet.ts';
import { completeBody, makeUserOf, sendPath, verifyPath } from '../support/sign-up-steps.ts';
import type { SmtpInbox } from '../support/smtp-inbox.ts';

const EMAIL = 'asha@company.example';
const PASSWORD = 'a quite different passphrase';

/** Two servers on one database. */
const openPair = async (
  context: TestContext,
): Promise<{
  one: RunningServer;
  other: RunningServer;
  inbox: SmtpInbox;
  databaseUrl: string;
}> => {
  const databaseUrl = await newSchema(testPostgres(context));
  const inbox = await newInbox();
  const start = () => runServer({ DATABASE_URL: databaseUrl, SMTP_URL: inbox.url });
  const [one, other] = await Promise.all([start(), start()]);
  return { one, other, inbox, databaseUrl };
};

it('two servers on one PostgreSQL share codes, sessions and limits, and one is not missed', async (context) => {
  const { one, other, inbox } = await openPair(context);
  let at = one;
  const client = visit(() => at.url);

  expect((await client.post(sendPath(EMAIL))).status).toBe(200);
  at = other;
  const again = await client.post(sendPath(EMAIL));
  expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true]);
  const code = await inbox.nextCode(EMAIL);
  expect((await client.get(verifyPath(EMAIL, code))).status).toBe(200);
  at = one;
  expect((await client.get(verifyPath(EMAIL, code))).status).toBe(400);

  const member = visit(() => at.url);
  const asha = 'asha@other-company.example';
  const { userId } = await makeUserOf({ mailbox: inbox }, member, asha);
  at = other;
  expect((await member.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
  at = one;
  expect((await member.post(paths.refresh)).status).toBe(200);
  at = other;
  expect((await member.get(paths.currentUser)).status).toBe(200);

  // Three wrong passwords here and two there close the address on both.
  for (const where of [one, one, one, other, other]) {
    const wrong = { email: asha, password: 'not the password' };
    expect((await visit(where).post(paths.login, wrong)).status).toBe(401);
  }
  const right = { email: asha, password: PASSWORD };
  for (const where of [one, other])
    expect((await visit(where).post(paths.login, right)).status).toBe(429);

  at = one;
  one.child.kill('SIGKILL');
  await one.ended;
  at = other;
  expect((await member.get(paths.currentUser)).body.success?.uuid).toBe(userId);
  expect((await member.post(paths.refresh)).status).toBe(200);
  expect((await member.post(loginCodePath(asha))).status).toBe(200);
  expect(await inbox.nextCode(asha)).toMatch(/^\d{6}$/);
  expect((await member.post(paths.logout)).status).toBe(200);
  expect((await member.get(paths.currentUser)).status).toBe(401);
}, 120_000);

it('the mail that a killed server was sending is sent by the other one', async (context) => {
  const silent = await openFaultySmtp('silent');
  onTestFinished(silent.close);
  const { other, inbox, databaseUrl } = await openPair(context);
  // Nobody else takes it while it is held: `other` looks whenever a mail is due.
  const hanging = await runServer({ DATABASE_URL: databaseUrl, SMTP_URL: silent.url });
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  let held: string[] = [];
  // Whoever of them looks first takes a mail, so it needs some until the silent one has one.
  for (let number = 1; held.length === 0; number += 1) {
    const request = demoRequest(`p${number}@held.example`);
    expect((await visit(hanging).post(paths.requestDemo, request, { xsrf: null })).status).toBe(
      200,
    );
    await expect.poll(() => inbox.received.length + silent.connections()).toBe(number);
    const waiting = await db
      .selectFrom('outbox')
      .where('sent_at', 'is', null)
      .select(sql<string>`payload->>'email'`.as('email'))
      .execute();
    held = silent.connections() > 0 ? waiting.map(({ email }) => email) : [];
  }
  hanging.child.kill('SIGKILL');
  await hanging.ended;
  // As if the lease's half minute were over.
  await sql`update outbox set next_at = now() where sent_at is null`.execute(db);
  await visit(other).post(paths.requestDemo, demoRequest(), { xsrf: null });
  const isTold = (email: string) => inbox.received.some(({ mail }) => mail.text?.includes(email));
  for (const email of held) await expect.poll(() => isTold(email), { timeout: 10_000 }).toBe(true);
}, 120_000);
