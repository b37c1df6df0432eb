import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { CONCURRENCY, type Mail, openSmtp } from '#server/mail/transports.ts';
import { openFaultySmtp, type SmtpFault } from '#tests/support/faults/faulty-smtp.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import {
  queuedMail,
  retryDelivery,
  waitUntilDeliveryFails,
  waitUntilIdle,
} from '#tests/support/server/mail/outbox.ts';
import { openSmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const FROM = { name: 'Sitara', address: 'no-reply@sitara.example' };
// Shorter than any step of a delivery may take.
const AT_ONCE_MS = 5000;

describe('a failing mail server', () => {
  let server: TestServer;
  let mail: Mail;
  let port: number;
  beforeEach(async () => {
    const free = await openSmtpInbox();
    ({ port } = free);
    await free.close();
    mail = openSmtp(`smtp://user:secret@127.0.0.1:${port}`, FROM);
    server = await openTestServer('PGlite', { mail });
  });
  afterEach(async () => {
    await server.close();
    mail.close();
  });

  const ask = async (email: string) => {
    const client = server.client();
    expect((await client.post(sendPath(email))).status).toBe(200);
    return client;
  };

  it.each<SmtpFault>(['silent', 'endless'])(
    '%s: no request is delayed, and the mail is sent once the server works',
    async (fault) => {
      const faulty = await openFaultySmtp(fault, port);
      const emails = Array.from({ length: CONCURRENCY + 2 }, () => server.email());
      const clients = await Promise.all(emails.map(ask));
      await expect.poll(faulty.connections).toBe(CONCURRENCY);
      // Every concurrent delivery hangs, and requests are still handled.
      expect((await server.client().get(paths.ready)).status).toBe(200);
      await ask(server.email());
      expect(faulty.connections()).toBe(CONCURRENCY);

      await faulty.close();
      const inbox = await openSmtpInbox(port);
      await waitUntilIdle(server);
      await retryDelivery(server);
      for (const [index, email] of emails.entries()) {
        const code = await inbox.nextCode(email);
        expect((await clients[index]?.get(verifyPath(email, code)))?.status).toBe(200);
      }
      await inbox.close();
    },
  );

  it.each<SmtpFault>(['temporary', 'hangs-up', 'takes-and-hangs-up'])(
    '%s: delivery is retried, and the code of the last mail is valid',
    async (fault) => {
      const faulty = await openFaultySmtp(fault, port);
      const email = server.email();
      const client = await ask(email);
      await waitUntilDeliveryFails(server, email);
      await retryDelivery(server);
      await waitUntilDeliveryFails(server, email, 2);
      await faulty.close();

      const inbox = await openSmtpInbox(port);
      await retryDelivery(server);
      const code = await inbox.nextCode(email);
      const lost = faulty.messages.map((message) => /^(\d{6}) /m.exec(message)?.[1] ?? '');
      expect(lost).toHaveLength(fault === 'takes-and-hangs-up' ? 2 : 0);
      for (const old of lost)
        if (old !== code) expect((await client.get(verifyPath(email, old))).status).toBe(400);
      expect((await client.get(verifyPath(email, code))).status).toBe(200);
      await inbox.close();
    },
  );

  it.each<[SmtpFault, string, string]>([
    ['no-such-mailbox', '550 5.1.1', 'Nobody'],
    ['unwanted-text', '554 5.7.1', 'thanks'],
  ])(
    '%s: a permanently rejected code is not retried, and its request is not counted',
    async (fault, numbers, words) => {
      const faulty = await openFaultySmtp(fault, port);
      const tries = () => faulty.commands.filter((command) => /^MAIL/.test(command)).length;
      const email = server.email();
      await ask(email);
      await expect.poll(() => queuedMail(server, email)).toBeUndefined();
      await waitUntilIdle(server);
      await retryDelivery(server);
      await waitUntilIdle(server);
      expect(tries()).toBe(1);
      const logged = server.logs.join('');
      expect(logged).toContain(`rejects the mail permanently: ${numbers}"`);
      expect(logged).not.toContain(words);
      expect(logged).not.toContain(email);
      // Not even the resend pause remains.
      await ask(email);
      await faulty.close();
    },
  );

  it.each<SmtpFault>(['no-service', 'needs-login', 'wrong-login', 'no-such-sender'])(
    '%s: delivery is retried, because an operator can fix the cause',
    async (fault) => {
      const faulty = await openFaultySmtp(fault, port);
      const email = server.email();
      const client = await ask(email);
      await waitUntilDeliveryFails(server, email);
      await faulty.close();

      const inbox = await openSmtpInbox(port);
      await retryDelivery(server);
      const code = await inbox.nextCode(email);
      expect((await client.get(verifyPath(email, code))).status).toBe(200);
      await inbox.close();
    },
  );

  it('no longer receives several mails over one connection, which closes with the transport', async () => {
    const inbox = await openSmtpInbox(port);
    for (const email of [server.email(), server.email(), server.email()]) {
      await ask(email);
      await inbox.next(email);
      await waitUntilIdle(server);
    }
    expect(inbox.connections()).toEqual({ all: 1, open: 1 });
    mail.close();
    await expect.poll(() => inbox.connections().open, { timeout: AT_ONCE_MS }).toBe(0);
    await inbox.close();
  });

  it("for long does not extend a code's lifetime, and expired codes are not sent", async () => {
    const [late, over] = [server.email(), server.email()];
    await ask(late);
    await ask(over);
    await waitUntilDeliveryFails(server, late);
    await waitUntilDeliveryFails(server, over);
    const age = async (email: string, minutes: number) => {
      const ago = sql`make_interval(mins => ${minutes})`;
      const { db } = server;
      await sql`update codes set expires_at = expires_at - ${ago} where email = ${email}`.execute(
        db,
      );
      await sql`update outbox set expires_at = expires_at - ${ago}
        where recipient = ${email}`.execute(db);
    };
    await age(late, 9);
    await age(over, 10);

    const inbox = await openSmtpInbox(port);
    await retryDelivery(server);
    await inbox.next(late);
    await expect.poll(() => queuedMail(server, over)).toBeUndefined();
    expect(inbox.received.map(({ recipients }) => recipients)).toEqual([[late]]);
    // The rest of the ten minutes, not another ten minutes.
    const left = await server.db
      .selectFrom('codes')
      .where('email', '=', late)
      .select(sql<boolean>`expires_at < now() + interval '1 minute'`.as('is_short'))
      .executeTakeFirstOrThrow();
    expect(left.is_short).toBe(true);
    await passResendPause(server.db, over);
    await ask(over);
    expect(await inbox.nextCode(over)).toMatch(/^\d{6}$/);
    await inbox.close();
  });
});

it('an SMTP delivery ends at once when it is aborted', async () => {
  const faulty = await openFaultySmtp('endless');
  const mail = openSmtp(faulty.url, FROM);
  const abortSignal = new AbortController();
  const sending = mail.send(
    { to: 'a@x.example', subject: '', text: '', html: '' },
    abortSignal.signal,
  );
  await expect.poll(faulty.connections).toBe(1);
  abortSignal.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  mail.close();
  await faulty.close();
});

it('an SMTP delivery ends when its transport closes, even if the mail server does not respond', async () => {
  const faulty = await openFaultySmtp('silent');
  const mail = openSmtp(faulty.url, FROM);
  const sending = mail.send({ to: 'a@x.example', subject: '', text: '', html: '' });
  await expect.poll(faulty.connections).toBe(1);
  mail.close();
  await expect(Promise.race([sending, pause(AT_ONCE_MS)])).rejects.toThrow();
  await faulty.close();
});
