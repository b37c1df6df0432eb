import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createKeys } from '#server/config/keys.ts';
import { createDeliveries } from '#server/deliveries.ts';
import { createMailWorker, enqueueMail } from '#server/mail/outbox.ts';
import { type Mail, MailRefusedError, type Message } from '#server/mail/transports.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { loginCodePath, makeAccount } from '#tests/support/server/log-in-steps.ts';
import {
  queuedMail,
  retryDelivery,
  waitUntilDeliveryFails,
  waitUntilIdle,
} from '#tests/support/server/mail/outbox.ts';
import { createManualClock } from '#tests/support/server/manual-clock.ts';
import { receiveCode, sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';
import { onEachDatabase } from '#tests/support/server/test-server.ts';

const CODE_KEYS = createKeys(['']).codes;

const mailFrom = (send: (message: Message, abortSignal?: AbortSignal) => Promise<void>): Mail => ({
  send,
  place: 'nowhere',
  close: () => {},
});

onEachDatabase('the outbox', (server) => {
  // The server's worker takes no mail that a test leaves to workers of its own.
  beforeEach(() => waitUntilIdle(server()));

  it('creates a new code for each attempt, and the last one is valid', async () => {
    const client = server().client();
    const email = server().email();
    const codes: string[] = [];
    const send = server().mailbox.send;
    // The SMTP server receives the first mail but disconnects without a reply, so the sender must
    // retry.
    server().mailbox.send = async (message) => {
      codes.push(message.text.slice(0, 6));
      if (codes.length === 1) throw new Error('hung up');
      await send(message);
    };
    await client.post(sendPath(email));
    await waitUntilDeliveryFails(server(), email);
    await retryDelivery(server());
    await server().mailbox.next(email);
    server().mailbox.send = send;
    const [first = '', second = ''] = codes;
    if (first !== second) expect((await client.get(verifyPath(email, first))).status).toBe(400);
    expect((await client.get(verifyPath(email, second))).status).toBe(200);
  });

  it('logs the failure without the recipient', async () => {
    const email = server().email();
    const response = `550 5.1.1 <${email}> unknown`;
    server().mailbox.failure = Object.assign(new Error(`Message failed: ${response}`), {
      code: 'EMESSAGE',
      response,
    });
    await server().client().post(sendPath(email));
    await waitUntilDeliveryFails(server(), email);
    server().mailbox.failure = undefined;
    expect(server().logs.join('')).toContain('EMESSAGE');
    expect(server().logs.join('')).not.toContain(email);
    await retryDelivery(server());
    await server().mailbox.next(email);
  });

  it('waits longer after each failure', async () => {
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await server().client().post(sendPath(email));
    const waits: number[] = [];
    for (let round = 1; round <= 4; round += 1) {
      await waitUntilDeliveryFails(server(), email, round);
      waits.push(Math.round((await queuedMail(server(), email))?.waits_s ?? 0));

      await retryDelivery(server());
    }
    server().mailbox.failure = undefined;
    expect(waits).toEqual([1, 2, 5, 15]);
    expect(server().logs.join('')).not.toContain(email);
  });

  // Either expiry is enough, whichever of the two was changed.
  it.each([
    ['mail', sql`update outbox set expires_at = now() where recipient = `],
    ['code', sql`update codes set expires_at = now() where email = `],
  ])('drops a code whose %s has expired and does not count its request', async (_, expire) => {
    const client = server().client();
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await client.post(sendPath(email));
    await waitUntilDeliveryFails(server(), email);
    server().mailbox.failure = undefined;
    await sql`${expire}${email}`.execute(server().db);
    await retryDelivery(server());
    await expect.poll(() => queuedMail(server(), email)).toBeUndefined();
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(0);
    // Not even the resend pause remains.
    await receiveCode(server(), client, email);
  });

  it('counts a permanently rejected login code, as for an address without an account', async () => {
    const { email } = await makeAccount(server());
    // An earlier mail that was delivered.
    await server().db.deleteFrom('outbox').where('recipient', '=', email).execute();
    server().mailbox.failure = new MailRefusedError('550 5.1.1');
    const ask = async (address: string) =>
      (await server().client().post(loginCodePath(address))).status;
    const unregistered = server().email();
    for (const address of [email, unregistered]) {
      expect(await ask(address)).toBe(200);
      await expect.poll(() => queuedMail(server(), address)).toBeUndefined();
      expect(await ask(address)).toBe(429);
    }
    server().mailbox.failure = undefined;
  });

  it('drops a notice that could not be delivered for days', async () => {
    const { db, mailbox, clock } = server();
    const recipient = server().email();
    await enqueueMail(db, { kind: 'passwordChanged', recipient, payload: {}, lifetimeMs: 0 });
    await waitUntilIdle(server());
    clock.ring();
    await expect.poll(() => queuedMail(server(), recipient)).toBeUndefined();
    expect(mailbox.all.filter(({ to }) => to === recipient)).toEqual([]);
  });

  it('drops a code that was requested again', async () => {
    const client = server().client();
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await client.post(sendPath(email));
    await waitUntilDeliveryFails(server(), email);
    await passResendPause(server().db, email);
    server().mailbox.failure = undefined;
    const code = await receiveCode(server(), client, email);
    await waitUntilIdle(server());
    await retryDelivery(server());
    await expect.poll(() => queuedMail(server(), email)).toBeUndefined();
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(1);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
    // The resend pause belongs to the newer request.
    expect((await client.post(sendPath(email))).status).toBe(429);
  });

  it('is emptied by several workers without sending a mail twice', async () => {
    const { db } = server();
    const taken: string[] = [];
    const workers = Array.from({ length: 3 }, () =>
      createMailWorker({
        db,
        prepareDeliveries: createDeliveries({
          db,
          mail: mailFrom(async ({ to }) => {
            taken.push(to);
          }),
          codeKeys: CODE_KEYS,
        }),
        clock: createManualClock(),
        onError: (error) => {
          throw error;
        },
      }),
    );
    const rows = Array.from({ length: 60 }, (_, index) => ({
      kind: 'passwordChanged',
      recipient: `many-${index}@x.example`,
      payload: '{}',
      expires_at: sql<Date>`now() + interval '1 hour'`,
    }));
    await db.insertInto('outbox').values(rows).execute();
    for (const worker of workers) worker.wake();
    await expect.poll(() => taken.length).toBeGreaterThanOrEqual(60);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(taken).size).toBe(60);
    expect(taken).toHaveLength(60);
  });

  it('aborts a delivery that takes too long, and retries it later', async () => {
    const { db } = server();
    const recipient = server().email();
    const clock = createManualClock();
    const errors: unknown[] = [];
    let tries = 0;
    const worker = createMailWorker({
      db,
      prepareDeliveries: createDeliveries({
        db,
        mail: mailFrom((_message, abortSignal) => {
          tries += 1;
          return new Promise((_resolve, reject) => {
            abortSignal?.addEventListener('abort', () => reject(new Error('given up')));
          });
        }),
        codeKeys: CODE_KEYS,
      }),
      clock,
      onError: (error) => errors.push(error),
    });
    await db
      .insertInto('outbox')
      .values({
        kind: 'passwordChanged',
        recipient,
        payload: '{}',
        expires_at: sql<Date>`now() + interval '1 hour'`,
      })
      .execute();
    worker.wake();
    await expect.poll(() => tries).toBe(1);
    expect(errors).toEqual([]);
    clock.ring();
    await expect.poll(() => errors).toEqual([new Error('given up')]);
    // The retry, not the lease.
    await expect.poll(() => clock.pending().filter((ms) => ms > 1000)).toEqual([]);
    await expect.poll(() => clock.pending()).toHaveLength(1);
    await sql`update outbox set next_at = now() where recipient = ${recipient}`.execute(db);
    // Repeated, because the end of the delivery may poll, and set the timer, once more.
    const pollForRetry = () => {
      clock.ring(1000);
      return tries;
    };
    await expect.poll(pollForRetry).toBe(2);
    // Stopping does not wait for it beyond the limit.
    const stopping = worker.stop();
    clock.ring();
    await stopping;
    expect((await queuedMail(server(), recipient))?.waits_s).toBeLessThanOrEqual(0);
  });
});
