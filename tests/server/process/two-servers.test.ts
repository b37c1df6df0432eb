import { sql } from 'kysely';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { openFaultySmtp } from '#tests/support/faults/faulty-smtp.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import {
  inTurn,
  newClient,
  newDatabase,
  newInbox,
  type RunningServer,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { copyCookies } from '#tests/support/server/http/copy-cookies.ts';
import { ACCOUNT_PASSWORD, loginCodePath } from '#tests/support/server/log-in-steps.ts';
import type { SmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { expectAdmitted, networkLimits } from '#tests/support/server/network-limits.ts';
import {
  completeBody,
  differentCode,
  makeUserWithEmail,
  receiveCode,
  sendPath,
  verifyPath,
} from '#tests/support/server/sign-up-steps.ts';

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
  const databaseUrl = await newDatabase(context);
  const inbox = await newInbox();
  const start = () => runServer({ DATABASE_URL: databaseUrl, SMTP_URL: inbox.url });
  const [one, other] = await Promise.all([start(), start()]);
  return { one, other, inbox, databaseUrl };
};

it('two servers on one PostgreSQL share codes, sessions and limits, and either can stop', async (context) => {
  const { one, other, inbox } = await openPair(context);
  let at = one;
  const client = newClient(() => at.url);

  expect((await client.post(sendPath(EMAIL))).status).toBe(200);
  at = other;
  const again = await client.post(sendPath(EMAIL));
  expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true]);
  const code = await inbox.nextCode(EMAIL);
  expect((await client.get(verifyPath(EMAIL, code))).status).toBe(200);
  at = one;
  expect((await client.get(verifyPath(EMAIL, code))).status).toBe(400);

  const member = newClient(() => at.url);
  const asha = 'asha@other-company.example';
  const { userId } = await makeUserWithEmail({ mailbox: inbox }, member, asha);
  at = other;
  expect((await member.patch(paths.completeUser, completeBody(userId))).status).toBe(200);
  at = one;
  expect((await member.post(paths.refresh)).status).toBe(200);
  at = other;
  expect((await member.get(paths.currentUser)).status).toBe(200);

  // Three wrong passwords on one server and two on the other lock the address on both.
  for (const where of [one, one, one, other, other]) {
    const wrong = { email: asha, password: 'not the password' };
    expect((await newClient(where).post(paths.login, wrong)).status).toBe(401);
  }
  const right = { email: asha, password: ACCOUNT_PASSWORD };
  for (const where of [one, other])
    expect((await newClient(where).post(paths.login, right)).status).toBe(429);

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
});

it('either of two servers continues what the other one has started, and ended sessions end on both', async (context) => {
  const { one, other, inbox } = await openPair(context);
  for (const [name, member] of [
    ['first', newClient(inTurn(one, other))],
    ['second', newClient(inTurn(other, one))],
  ] as const) {
    const { userId } = await makeUserWithEmail({ mailbox: inbox }, member, `asha@${name}.example`);
    expect((await member.patch(paths.completeUser, completeBody(userId))).status).toBe(200);

    const tabAt = (server: RunningServer, tab = member) => copyCookies(tab, newClient(server));
    const tabs = [tabAt(one), tabAt(other)] as const;
    for (const tab of tabs) expect((await tab.get(paths.currentUser)).status).toBe(200);
    // A refresh with a lost response is repeated with the same response by the other server.
    for (const tab of tabs) expect((await tab.post(paths.refresh)).status).toBe(200);
    expect(new Set(tabs.map(({ cookies }) => cookies.get('refresh'))).size).toBe(1);
    for (const tab of tabs) expect((await tab.get(paths.currentUser)).status).toBe(200);
    // Both servers had accepted the previous token.
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
});

it('two servers admit no more than one server, in any order of requests', async (context) => {
  const { one, other, inbox } = await openPair(context);
  const code = await receiveCode({ mailbox: inbox }, newClient(one), EMAIL);
  for (const [index, where] of [one, one, one, other, other].entries()) {
    const guess = verifyPath(EMAIL, differentCode(code, index + 1));
    expect((await newClient(where).get(guess)).status).toBe(400);
  }
  for (const where of [one, other])
    expect((await newClient(where).get(verifyPath(EMAIL, code))).status).toBe(400);

  for (const { rate, call } of networkLimits) {
    const since = Date.now();
    const client = newClient(inTurn(one, other));
    await client.get(paths.xsrf);
    const calls = Array.from({ length: rate.count + 10 }, (_, index) =>
      call(client, `p${index}@flood-${index}.example`),
    );
    const through = (await Promise.all(calls)).filter(({ status }) => status !== 429);
    expectAdmitted(through.length, rate, since);
    for (const late of ['here', 'there'])
      await expect.poll(async () => (await call(client, `p@${late}.example`)).status).toBe(429);
  }
});

it('the mail that a killed server was delivering is sent by the other one', async (context) => {
  const silent = await openFaultySmtp('silent');
  onTestFinished(silent.close);
  const { other, inbox, databaseUrl } = await openPair(context);
  // The lease keeps `other` from taking the mail, although it polls.
  const hanging = await runServer({ DATABASE_URL: databaseUrl, SMTP_URL: silent.url });
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' });
  onTestFinished(close);
  let claimed: string[] = [];
  // Either server may take a mail first, so several are needed until the silent one has one.
  for (let number = 1; claimed.length === 0; number += 1) {
    const request = demoRequest(`p${number}@held.example`);
    expect((await newClient(hanging).post(paths.requestDemo, request, { xsrf: null })).status).toBe(
      200,
    );
    await expect.poll(() => inbox.received.length + silent.connections()).toBe(number);
    const waiting = await db
      .selectFrom('outbox')
      .where('sent_at', 'is', null)
      .select(sql<string>`payload->>'email'`.as('email'))
      .execute();
    claimed = silent.connections() > 0 ? waiting.map(({ email }) => email) : [];
  }
  // A newly started server does not take it either.
  await runServer({ DATABASE_URL: databaseUrl, SMTP_URL: inbox.url });
  const { rows } = await sql<{
    is_held: boolean;
  }>`select attempts = 1 and next_at > now() as is_held
    from outbox where sent_at is null`.execute(db);
  expect(rows).toEqual(claimed.map(() => ({ is_held: true })));
  hanging.child.kill('SIGKILL');
  await hanging.ended;
  // Ends the lease.
  await sql`update outbox set next_at = next_at - interval '30 seconds'
    where sent_at is null`.execute(db);
  await newClient(other).post(paths.requestDemo, demoRequest(), { xsrf: null });
  const isDelivered = (email: string) =>
    inbox.received.some(({ mail }) => mail.text?.includes(email));
  for (const email of claimed) await expect.poll(() => isDelivered(email)).toBe(true);
});
