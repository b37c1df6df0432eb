import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#contract/paths.ts';
import type { Mail } from '#server/mail/mail.ts';
import { openSmtp } from '#server/mail/smtp.ts';
import { openFaultySmtp, type SmtpFault } from '../support/faulty-smtp.ts';
import { queued, tryAgain, untilAtRest, untilFailed } from '../support/outbox.ts';
import { ageSends, sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { openSmtpInbox } from '../support/smtp-inbox.ts';
import { databaseKinds } from '../support/test-database.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const FROM = { name: 'Sitara', address: 'no-reply@sitara.example' };
const PATIENCE = { timeout: 10_000 };
// Less than a step of a delivery may take.
const AT_ONCE_MS = 5000;

describe.each(databaseKinds)('a mail server that fails (%s)', (kind) => {
  let server: TestServer;
  let mail: Mail;
  let port: number;
  beforeEach(async () => {
    const free = await openSmtpInbox();
    ({ port } = free);
    await free.close();
    mail = openSmtp(`smtp://user:secret@127.0.0.1:${port}`, FROM);
    server = await openTestServer(kind, { mail });
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
    'and is %s keeps no request waiting, and the mail goes out when it is back',
    async (fault) => {
      const faulty = await openFaultySmtp(fault, port);
      const emails = Array.from({ length: 6 }, () => server.email());
      const clients = await Promise.all(emails.map(ask));
      await expect.poll(faulty.connections, PATIENCE).toBe(4);
      // Every lane of the worker hangs there, and whoever asks is answered all the same.
      expect((await server.client().get(paths.ready)).status).toBe(200);
      await ask(server.email());
      expect(faulty.connections()).toBe(4);

      await faulty.close();
      const inbox = await openSmtpInbox(port);
      await untilAtRest(server);
      await tryAgain(server);
      for (const [index, email] of emails.entries()) {
        const code = await inbox.nextCode(email);
        expect((await clients[index]?.get(verifyPath(email, code)))?.status).toBe(200);
      }
      await inbox.close();
    },
  );

  it.each<SmtpFault>(['temporary', 'hangs-up', 'takes-and-hangs-up'])(
    'and is %s is tried again, and the code of the last mail holds',
    async (fault) => {
      const faulty = await openFaultySmtp(fault, port);
      const email = server.email();
      const client = await ask(email);
      await untilFailed(server, email);
      await tryAgain(server);
      await untilFailed(server, email, 2);
      await faulty.close();

      const inbox = await openSmtpInbox(port);
      await tryAgain(server);
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
    ['no-such-sender', '553 5.7.1', 'Not your'],
    ['no-such-mailbox', '550 5.1.1', 'Nobody'],
    ['unwanted-text', '554 5.7.1', 'thanks'],
  ])(
    'and for %s refuses a code for good is asked once, and the request counts for nothing',
    async (fault, numbers, words) => {
      const faulty = await openFaultySmtp(fault, port);
      const tries = () => faulty.commands.filter((command) => /^MAIL/.test(command)).length;
      const email = server.email();
      await ask(email);
      await vi.waitFor(async () => expect(await queued(server, email)).toBeUndefined(), PATIENCE);
      await untilAtRest(server);
      await tryAgain(server);
      await untilAtRest(server);
      expect(tries()).toBe(1);
      const logged = server.logs.join('');
      expect(logged).toContain(`refuses it for good: ${numbers}"`);
      expect(logged).not.toContain(words);
      expect(logged).not.toContain(email);
      // Not even the pause of 30 seconds is left of it.
      await ask(email);
      await faulty.close();
    },
  );

  it.each<SmtpFault>(['no-service', 'needs-login', 'wrong-login'])(
    'and for %s takes no mail at all is tried again, because that can be mended',
    async (fault) => {
      const faulty = await openFaultySmtp(fault, port);
      const email = server.email();
      const client = await ask(email);
      await untilFailed(server, email);
      await faulty.close();

      const inbox = await openSmtpInbox(port);
      await tryAgain(server);
      const code = await inbox.nextCode(email);
      expect((await client.get(verifyPath(email, code))).status).toBe(200);
      await inbox.close();
    },
  );

  it('no more gets several mails over one connection, which ends with the sender', async () => {
    const inbox = await openSmtpInbox(port);
    for (const email of [server.email(), server.email(), server.email()]) {
      await ask(email);
      await inbox.next(email);
      await untilAtRest(server);
    }
    expect(inbox.connections()).toEqual({ all: 1, open: 1 });
    mail.close();
    await expect.poll(() => inbox.connections().open, { timeout: AT_ONCE_MS }).toBe(0);
    await inbox.close();
  });

  it('for long leaves the code the time since the request, and sends none that is over', async () => {
    const [late, over] = [server.email(), server.email()];
    await ask(late);
    await ask(over);
    await untilFailed(server, late);
    await untilFailed(server, over);
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
    await tryAgain(server);
    await inbox.next(late);
    await vi.waitFor(async () => expect(await queued(server, over)).toBeUndefined(), PATIENCE);
    expect(inbox.received.map(({ recipients }) => recipients)).toEqual([[late]]);
    // What is left of the ten minutes, not ten minutes more.
    const left = await server.db
      .selectFrom('codes')
      .where('email', '=', late)
      .select(sql<boolean>`expires_at < now() + interval '1 minute'`.as('is_short'))
      .executeTakeFirstOrThrow();
    expect(left.is_short).toBe(true);
    await ageSends(server, over, 31);
    await ask(over);
    expect(await inbox.nextCode(over)).toMatch(/^\d{6}$/);
    await inbox.close();
  });
});

it('a delivery by SMTP ends at once when it is given up on', async () => {
  const faulty = await openFaultySmtp('endless');
  const mail = openSmtp(faulty.url, FROM);
  const giveUp = new AbortController();
  const sending = mail.send({ to: 'a@x.example', subject: '', text: '', html: '' }, giveUp.signal);
  await expect.poll(faulty.connections, PATIENCE).toBe(1);
  giveUp.abort();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  mail.close();
  await faulty.close();
});

it('a delivery by SMTP ends with its sender, though the mail server says nothing', async () => {
  const faulty = await openFaultySmtp('silent');
  const mail = openSmtp(faulty.url, FROM);
  const sending = mail.send({ to: 'a@x.example', subject: '', text: '', html: '' });
  await expect.poll(faulty.connections, PATIENCE).toBe(1);
  mail.close();
  await expect(Promise.race([sending, pause(AT_ONCE_MS)])).rejects.toThrow();
  await faulty.close();
});
