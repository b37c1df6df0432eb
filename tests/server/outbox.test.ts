import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { MailRefusedError } from '#server/mail/mail-refused-error.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { createMailWorker } from '#server/mail/worker.ts';
import { createHandClock } from '../support/hand-clock.ts';
import { loginCodePath, makeAccount } from '../support/log-in-steps.ts';
import { queued, tryAgain, untilAtRest, untilFailed } from '../support/outbox.ts';
import { ageSends, receiveCode, sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { onEachDatabase } from '../support/test-server.ts';

/** A busy machine needs more than a second. */
const PATIENCE_MS = 10_000;

onEachDatabase('the outbox', (server) => {
  it('makes a new code at each try, and the last one holds', async () => {
    const client = server().client();
    const email = server().email();
    const codes: string[] = [];
    const send = server().mailbox.send;
    // The receiving side takes the first mail and then hangs up: the sender can't know.
    server().mailbox.send = async (message) => {
      codes.push(message.text.slice(0, 6));
      if (codes.length === 1) throw new Error('hung up');
      await send(message);
    };
    await client.post(sendPath(email));
    await untilFailed(server(), email);
    await tryAgain(server());
    await server().mailbox.next(email);
    server().mailbox.send = send;
    const [first = '', second = ''] = codes;
    if (first !== second) expect((await client.get(verifyPath(email, first))).status).toBe(400);
    expect((await client.get(verifyPath(email, second))).status).toBe(200);
  });

  it('logs what went wrong, not who should have got the mail', async () => {
    const email = server().email();
    const response = `550 5.1.1 <${email}> unknown`;
    server().mailbox.failure = Object.assign(new Error(`Message failed: ${response}`), {
      code: 'EMESSAGE',
      response,
    });
    await server().client().post(sendPath(email));
    await untilFailed(server(), email);
    server().mailbox.failure = undefined;
    expect(server().logs.join('')).toContain('EMESSAGE');
    expect(server().logs.join('')).not.toContain(email);
    await tryAgain(server());
    await server().mailbox.next(email);
  });

  it('waits longer after each failure', async () => {
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await server().client().post(sendPath(email));
    const waits: number[] = [];
    for (let round = 1; round <= 4; round += 1) {
      await untilFailed(server(), email, round);
      waits.push(Math.round((await queued(server(), email))?.waits_s ?? 0));

      await tryAgain(server());
    }
    server().mailbox.failure = undefined;
    expect(waits).toEqual([1, 2, 5, 15]);
    expect(server().logs.join('')).not.toContain(email);
  });

  // Either lifetime is enough, whichever clock or hand has changed the other one.
  it.each([
    ['mail', sql`update outbox set expires_at = now() where recipient = `],
    ['code', sql`update codes set expires_at = now() where email = `],
  ])('drops a code whose %s has expired, which then counts for nothing', async (_, expire) => {
    const client = server().client();
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await client.post(sendPath(email));
    await untilFailed(server(), email);
    server().mailbox.failure = undefined;
    await sql`${expire}${email}`.execute(server().db);
    await tryAgain(server());
    await vi.waitFor(async () => expect(await queued(server(), email)).toBeUndefined());
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(0);
    // Not even the pause of 30 seconds is left of it.
    await receiveCode(server(), client, email);
  });

  it('goes on counting a login code that is refused for good, as for an address without an account', async () => {
    const { email } = await makeAccount(server());
    // What has been sent before.
    await server().db.deleteFrom('outbox').where('recipient', '=', email).execute();
    server().mailbox.failure = new MailRefusedError('550 5.1.1');
    const ask = async (address: string) =>
      (await server().client().post(loginCodePath(address))).status;
    const nobody = server().email();
    for (const address of [email, nobody]) {
      expect(await ask(address)).toBe(200);
      await vi.waitFor(
        async () => expect(await queued(server(), address)).toBeUndefined(),
        PATIENCE_MS,
      );
      expect(await ask(address)).toBe(429);
    }
    server().mailbox.failure = undefined;
  });

  it('drops a notice that nobody could be sent for days', async () => {
    const { db, mailbox, clock } = server();
    const recipient = server().email();
    await enqueueMail(db, { kind: 'passwordChanged', recipient, payload: {}, lifetimeMs: 0 });
    await untilAtRest(server());
    clock.ring();
    await vi.waitFor(
      async () => expect(await queued(server(), recipient)).toBeUndefined(),
      PATIENCE_MS,
    );
    expect(mailbox.all.filter(({ to }) => to === recipient)).toEqual([]);
  });

  it('drops a code that was asked for anew', async () => {
    const client = server().client();
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await client.post(sendPath(email));
    await untilFailed(server(), email);
    await ageSends(server(), email, 31);
    server().mailbox.failure = undefined;
    const code = await receiveCode(server(), client, email);
    await untilAtRest(server());
    await tryAgain(server());
    await vi.waitFor(async () => {
      const rows = await server()
        .db.selectFrom('outbox')
        .where('recipient', '=', email)
        .selectAll()
        .execute();
      expect(rows).toHaveLength(1);
    }, PATIENCE_MS);
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(1);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
    // The pause is the newer one's.
    expect((await client.post(sendPath(email))).status).toBe(429);
  });

  it('is emptied by several workers without one mail going out twice', async () => {
    const { db } = server();
    const taken: string[] = [];
    const workers = Array.from({ length: 3 }, () =>
      createMailWorker({
        db,
        clock: createHandClock(),
        deliver: async ({ recipient }) => {
          taken.push(recipient);
          return 'sent';
        },
        onError: (error) => {
          throw error;
        },
      }),
    );
    const rows = Array.from({ length: 60 }, (_, index) => ({
      kind: 'sales',
      recipient: `many-${index}@x.example`,
      payload: '{}',
      expires_at: sql<Date>`now() + interval '1 hour'`,
    }));
    await db.insertInto('outbox').values(rows).execute();
    for (const worker of workers) worker.wake();
    await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(60));
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(taken).size).toBe(60);
    expect(taken).toHaveLength(60);
  });

  it('gives up on a delivery that takes too long, and tries again later', async () => {
    const { db } = server();
    const recipient = server().email();
    const clock = createHandClock();
    const errors: unknown[] = [];
    let tries = 0;
    const worker = createMailWorker({
      db,
      clock,
      deliver: (_mail, giveUp) => {
        tries += 1;
        return new Promise((_resolve, reject) => {
          giveUp.addEventListener('abort', () => reject(new Error('given up')));
        });
      },
      onError: (error) => errors.push(error),
    });
    await db
      .insertInto('outbox')
      .values({
        kind: 'sales',
        recipient,
        payload: '{}',
        expires_at: sql<Date>`now() + interval '1 hour'`,
      })
      .execute();
    worker.wake();
    await vi.waitFor(() => expect(tries).toBe(1));
    expect(errors).toEqual([]);
    clock.ring();
    await vi.waitFor(() => expect(errors).toEqual([new Error('given up')]));
    await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
    await sql`update outbox set next_at = now() where recipient = ${recipient}`.execute(db);
    clock.ring();
    await vi.waitFor(() => expect(tries).toBe(2));
    // A stop doesn't wait for it longer than it may.
    const stopping = worker.stop();
    clock.ring();
    await stopping;
    expect((await queued(server(), recipient))?.waits_s).toBeLessThanOrEqual(0);
  });
});
