import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { MailRefusedError, openSmtp } from '#server/mail/transports.ts';
import { openFaultySmtp, type SmtpFault } from '#tests/support/faults/faulty-smtp.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import type { TestClient } from '#tests/support/server/http/test-client.ts';
import { retryDelivery, waitUntilDeliveryFails } from '#tests/support/server/mail/outbox.ts';
import { receiveCode, sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase, openTestServer } from '#tests/support/server/test-server.ts';

const mailPath = (email: string) => fillPath(paths.signUpMail, { email });

const statusOf = async (client: TestClient, email: string) =>
  (await client.get(mailPath(email))).body as unknown;

const ask = async (client: TestClient, email: string) =>
  expect((await client.post(sendPath(email))).status).toBe(200);

describe('with a mail server that', () => {
  const open = async (fault: SmtpFault) => {
    const faulty = await openFaultySmtp(fault);
    const mail = openSmtp(faulty.url, { name: 'Sitara', address: 'no-reply@sitara.example' });
    const server = await openTestServer('PGlite', { mail });
    onTestFinished(async () => {
      await server.close();
      mail.close();
      await faulty.close();
    });
    return server;
  };

  it.each<[SmtpFault, unknown]>([
    ['no-such-mailbox', { message: 'refused' }],
    ['no-such-sender', { message: 'postponed', retryAfter: 1 }],
    ['unwanted-text', { message: 'refused' }],
    ['silent', { message: 'trying' }],
    ['temporary', { message: 'postponed', retryAfter: 1 }],
    ['hangs-up', { message: 'postponed', retryAfter: 1 }],
    ['no-service', { message: 'postponed', retryAfter: 1 }],
    ['needs-login', { message: 'postponed', retryAfter: 1 }],
  ])('%s: the browser that asked is told', async (fault, told) => {
    const server = await open(fault);
    const [client, email] = [server.client(), server.email()];
    await ask(client, email);
    await expect.poll(() => statusOf(client, email)).toEqual(told);
    expect(await statusOf(server.client(), email)).toEqual({ message: 'unknown' });
  });

  it('refuses for a time: the pause is the one until the next try', async () => {
    const server = await open('temporary');
    const [client, email] = [server.client(), server.email()];
    await ask(client, email);
    for (const [index, retryAfter] of [1, 2, 5, 15].entries()) {
      await waitUntilDeliveryFails(server, email, index + 1);
      expect(await statusOf(client, email)).toEqual({ message: 'postponed', retryAfter });
      await retryDelivery(server);
    }
  });
});

onEachDatabase('the mail with a sign-up code', (server) => {
  it('is told as sent to the browser that asked for it, and to no other', async () => {
    const [client, other] = [server().client(), server().client()];
    const email = server().email();
    expect(await statusOf(client, email)).toEqual({ message: 'unknown' });
    await receiveCode(server(), client, email);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'sent' });
    expect(await statusOf(client, ` ${email.toUpperCase()}`)).toEqual({ message: 'sent' });
    expect(await statusOf(other, email)).toEqual({ message: 'unknown' });
    expect(await statusOf(client, server().email())).toEqual({ message: 'unknown' });
    for (const text of ['no address', 'nul\0@acme.example'])
      expect(await statusOf(client, text)).toEqual({ message: 'unknown' });
  });

  it('is told of the latest code only', async () => {
    const [first, second] = [server().client(), server().client()];
    const email = server().email();
    await receiveCode(server(), first, email);
    await passResendPause(server().db, email);
    await receiveCode(server(), second, email);
    await expect.poll(() => statusOf(second, email)).toEqual({ message: 'sent' });
    expect(await statusOf(first, email)).toEqual({ message: 'unknown' });
  });

  it('that is refused, then asked for again and sent, is told as sent', async () => {
    const client = server().client();
    const email = server().email();
    const { send } = server().mailbox;
    server().mailbox.send = async () => {
      throw new MailRefusedError('550 5.1.1');
    };
    await ask(client, email);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'refused' });
    server().mailbox.send = send;
    await receiveCode(server(), client, email);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'sent' });
  });

  it('to an address whose mail came back is told as that, until a code of it is verified', async () => {
    const client = server().client();
    const [email, other] = [server().email(), server().email()];
    await sql`insert into bounces (email) values (${email})`.execute(server().db);
    const code = await receiveCode(server(), client, email);
    await receiveCode(server(), client, other);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'bounced' });
    await expect.poll(() => statusOf(client, other)).toEqual({ message: 'sent' });
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
    const left = server().db.selectFrom('bounces').where('email', '=', email).select('email');
    expect(await left.execute()).toEqual([]);
  });

  it('of a login is told to nobody, and nothing is kept of it', async () => {
    const client = server().client();
    const email = server().email();
    expect((await client.post(`/v2/user/genOtp/${email}`)).status).toBe(200);
    expect(await statusOf(client, email)).toEqual({ message: 'unknown' });
    const row = server().db.selectFrom('outbox').where('recipient', '=', email);
    await expect.poll(() => row.selectAll().execute()).toEqual([]);
    expect(await statusOf(client, email)).toEqual({ message: 'unknown' });
  });

  it('that the version before has sent after it was put back is told as sent', async () => {
    const client = server().client();
    const email = server().email();
    await receiveCode(server(), client, email);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'sent' });
    await sql`update outbox set outcome = 'postponed', next_at = now() + interval '30 seconds'
      where recipient = ${email}`.execute(server().db);
    expect(await statusOf(client, email)).toEqual({ message: 'sent' });
  });

  it('whose next try is overdue is told as tried, without a time', async () => {
    const client = server().client();
    const email = server().email();
    await receiveCode(server(), client, email);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'sent' });
    await sql`update outbox set outcome = 'postponed', sent_at = null, next_at = now() - interval '1 second'
      where recipient = ${email}`.execute(server().db);
    expect(await statusOf(client, email)).toEqual({ message: 'trying' });
  });

  it('can be asked for 120 times an hour by a browser, and other browsers use up nothing of that', async () => {
    const [client, other] = [server().client(), server().client()];
    const email = server().email();
    await receiveCode(server(), client, email);
    await expect.poll(() => statusOf(client, email)).toEqual({ message: 'sent' });
    const path = mailPath(email);
    await other.get(path);
    const answers = await Promise.all(Array.from({ length: 120 }, () => other.get(path)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ error }) => error?.code)).toEqual(['too_many_requests']);
    expect(await statusOf(client, email)).toEqual({ message: 'sent' });
  });
});
