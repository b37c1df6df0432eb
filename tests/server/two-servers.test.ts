import { sql } from 'kysely';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { paths } from '#contract/paths.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { copyCookies } from '../support/copy-cookies.ts';
import { openFaultySmtp } from '../support/faulty-smtp.ts';
import { demoRequest } from '../support/load.ts';
import { ACCOUNT_PASSWORD, loginCodePath } from '../support/log-in-steps.ts';
import { networkLimits } from '../support/network-limits.ts';
import { testPostgres } from '../support/not-run.ts';
import {
  newInbox,
  newSchema,
  type RunningServer,
  runServer,
  visit,
} from '../support/server-fleet.ts';
import {
  anotherCode,
  completeBody,
  makeUserOf,
  receiveCode,
  sendPath,
  verifyPath,
} from '../support/sign-up-steps.ts';
import type { SmtpInbox } from '../support/smtp-inbox.ts';
import type { TestClient } from '../support/test-client.ts';

const EMAIL = 'asha@company.example';

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

/** A browser of which no two requests in a row reach the same server. */
const visitInTurn = (...servers: RunningServer[]): TestClient => {
  let turn = 0;
  return visit(() => {
    turn += 1;
    return servers[turn % servers.length]?.url ?? '';
  });
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
  const right = { email: asha, password: ACCOUNT_PASSWORD };
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

it('of two servers either goes on with what the other one has begun, and what one ends is over', async (context) => {
  const { one, other, inbox } = await openPair(context);
  for (const [name, member] of [
    ['first', visitInTurn(one, other)],
    ['second', visitInTurn(other, one)],
  ] as const) {
    const { userId } = await makeUserOf({ mailbox: inbox }, member, `asha@${name}.example`);
    expect((await member.patch(paths.completeUser, completeBody(userId))).status).toBe(200);

    const tabAt = (server: RunningServer, tab = member) => copyCookies(tab, visit(server));
    const tabs = [tabAt(one), tabAt(other)] as const;
    for (const tab of tabs) expect((await tab.get(paths.currentUser)).status).toBe(200);
    // A refresh whose answer got lost is answered alike by the other one.
    for (const tab of tabs) expect((await tab.post(paths.refresh)).status).toBe(200);
    expect(new Set(tabs.map(({ cookies }) => cookies.get('refresh'))).size).toBe(1);
    for (const tab of tabs) expect((await tab.get(paths.currentUser)).status).toBe(200);
    // Both had seen the token that was good before.
    for (const where of [one, other])
      expect((await tabAt(where).get(paths.currentUser)).status).toBe(401);

    const [leaving, staying] = tabs;
    const beside = tabAt(one, staying);
    expect((await leaving.post(paths.logout)).status).toBe(200);
    for (const tab of [staying, beside]) {
      expect((await tab.get(paths.currentUser)).status).toBe(401);
      expect((await tab.post(paths.refresh)).status).toBe(401);
    }
  }
}, 120_000);

it('two servers let no more through than one, however they are asked', async (context) => {
  const { one, other, inbox } = await openPair(context);
  const code = await receiveCode({ mailbox: inbox }, visit(one), EMAIL);
  for (const [index, where] of [one, one, one, other, other].entries()) {
    const guess = verifyPath(EMAIL, anotherCode(code, index + 1));
    expect((await visit(where).get(guess)).status).toBe(400);
  }
  for (const where of [one, other])
    expect((await visit(where).get(verifyPath(EMAIL, code))).status).toBe(400);

  for (const { name, most, call } of networkLimits) {
    const client = visitInTurn(one, other);
    await client.get(paths.xsrf);
    const calls = Array.from({ length: most + 10 }, (_, index) =>
      call(client, `p${index}@flood-${index}.example`),
    );
    const through = (await Promise.all(calls)).filter(({ status }) => status !== 429);
    expect([name, through.length]).toEqual([name, most]);
    for (const late of ['here', 'there'])
      expect((await call(client, `p@${late}.example`)).status).toBe(429);
  }
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
  // Not even somebody who has just started takes it.
  await runServer({ DATABASE_URL: databaseUrl, SMTP_URL: inbox.url });
  const { rows } = await sql<{
    is_held: boolean;
  }>`select attempts = 1 and next_at > now() as is_held
    from outbox where sent_at is null`.execute(db);
  expect(rows).toEqual(held.map(() => ({ is_held: true })));
  hanging.child.kill('SIGKILL');
  await hanging.ended;
  // As if the lease's half minute were over.
  await sql`update outbox set next_at = next_at - interval '30 seconds'
    where sent_at is null`.execute(db);
  await visit(other).post(paths.requestDemo, demoRequest(), { xsrf: null });
  const isTold = (email: string) => inbox.received.some(({ mail }) => mail.text?.includes(email));
  for (const email of held) await expect.poll(() => isTold(email), { timeout: 10_000 }).toBe(true);
}, 120_000);
