import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillPath, paths } from '#contract/paths.ts';
import { openMail } from '#server/mail/open-mail.ts';
import { openSmtp } from '#server/mail/smtp.ts';
import { createMailWorker } from '#server/mail/worker.ts';
import { createHandClock } from '../support/hand-clock.ts';
import { receiveCode } from '../support/sign-up-steps.ts';
import { databaseKinds } from '../support/test-database.ts';
import { onEachDatabase, openTestServer, type TestServer } from '../support/test-server.ts';

const FROM = { name: 'Sitara', address: 'no-reply@sitara.example' };
const sendPath = (email: string) => fillPath(paths.sendSignUpCode, email);
const verifyPath = (email: string, code: string) => fillPath(paths.verifySignUpCode, email, code);

interface Delivered {
  from: string;
  to: string[];
  text: string;
  headers: { to: (string | undefined)[]; cc: number; subject: string | undefined };
}

/** A real SMTP server that keeps what it gets. */
const openSmtpServer = async (port = 0) => {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (bytes) => chunks.push(bytes));
      stream.on('end', async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: mail.text ?? '',
          headers: {
            to: mail.to?.map(({ address }) => address) ?? [],
            cc: (mail.cc?.length ?? 0) + (mail.bcc?.length ?? 0),
            subject: mail.subject,
          },
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    delivered,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

const makeMailDue = ({ db }: TestServer) =>
  sql`update outbox set next_at = now() where sent_at is null`.execute(db);

const queued = ({ db }: TestServer, email: string) =>
  db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .select(['attempts', sql<number>`extract(epoch from next_at - now())::float8`.as('waits_s')])
    .executeTakeFirst();

/** Waits until delivery has failed that often and the worker has gone to rest. */
const untilFailed = async (server: TestServer, email: string, times = 1) => {
  await vi.waitFor(async () => {
    const mail = await queued(server, email);
    expect(mail?.attempts).toBe(times);
    // While it is being tried, it is out of reach for two minutes.
    expect(mail?.waits_s).toBeLessThan(100);
    expect(server.clock.pending().some((ms) => ms <= 30_000)).toBe(true);
  }, 10_000);
};

const tryAgain = async (server: TestServer) => {
  await makeMailDue(server);
  server.clock.ring();
};

describe.each(databaseKinds)('mail over SMTP (%s)', (kind) => {
  let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
  let server: TestServer;
  beforeAll(async () => {
    smtp = await openSmtpServer();
    server = await openTestServer(kind, {
      mail: openSmtp(`smtp://127.0.0.1:${smtp.port}`, FROM),
    });
  });
  afterAll(async () => {
    await server.close();
    await smtp.close();
  });

  it('goes to the one address, in envelope and headers, with no secret in its subject', async () => {
    const email = `o'neil+a=b&c!#$*?^_{|}~-@x.example`;
    expect((await server.client().post(sendPath(email))).status).toBe(200);
    await vi.waitFor(() => expect(smtp.delivered).toHaveLength(1), 5000);
    const [mail] = smtp.delivered;
    expect(mail).toMatchObject({
      from: FROM.address,
      to: [email],
      headers: { to: [email], cc: 0, subject: 'Your Sitara code' },
    });
    expect(mail?.text).toMatch(/^\d{6} /);
  });

  it('waits while SMTP is down, fails no request, and arrives when it is back', async () => {
    const { port } = smtp;
    await smtp.close();
    const email = server.email();
    const client = server.client();
    expect((await client.post(sendPath(email))).status).toBe(200);
    await untilFailed(server, email);

    smtp = await openSmtpServer(port);
    await tryAgain(server);
    await vi.waitFor(() => expect(smtp.delivered).toHaveLength(1), 10_000);
    const code = smtp.delivered[0]?.text.slice(0, 6) ?? '';
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
  });
});

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

  it('drops a code that has expired, which then counts for nothing', async () => {
    const client = server().client();
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await client.post(sendPath(email));
    await untilFailed(server(), email);
    server().mailbox.failure = undefined;
    await sql`update outbox set expires_at = now() where recipient = ${email}`.execute(server().db);
    await tryAgain(server());
    await vi.waitFor(async () => expect(await queued(server(), email)).toBeUndefined());
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(0);
    // Not even the pause of 30 seconds is left of it.
    await receiveCode(server(), client, email);
  });

  it('drops a code that was asked for anew', async () => {
    const client = server().client();
    const email = server().email();
    server().mailbox.failure = new Error('down');
    await client.post(sendPath(email));
    await untilFailed(server(), email);
    await sql`update code_sends set sent_at = sent_at - interval '31 s' where email = ${email}`.execute(
      server().db,
    );
    server().mailbox.failure = undefined;
    const code = await receiveCode(server(), client, email);
    await tryAgain(server());
    await vi.waitFor(async () => {
      const rows = await server()
        .db.selectFrom('outbox')
        .where('recipient', '=', email)
        .selectAll()
        .execute();
      expect(rows).toHaveLength(1);
    });
    expect(server().mailbox.all.filter(({ to }) => to === email)).toHaveLength(1);
    expect((await client.get(verifyPath(email, code))).status).toBe(200);
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
});

describe('the mailbox folder', () => {
  it('gets every mail as a whole file for its owner only, and can print codes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'sitara-mail-'));
    const printed: string[] = [];
    const mail = await openMail({ smtpUrl: undefined, mailFrom: FROM, dataDir }, (line) =>
      printed.push(line),
    );
    await mail.send({ to: 'a@x.example', subject: 'S', text: '012345 is', html: '<p>012345</p>' });
    const files = await readdir(join(dataDir, 'mailbox'));
    expect(files).toEqual([expect.stringMatching(/^[^.].*\.eml$/)]);
    const file = join(dataDir, 'mailbox', files[0] ?? '');
    const parsed = await PostalMime.parse(await readFile(file));
    expect(parsed.to).toEqual([{ address: 'a@x.example', name: '' }]);
    expect(parsed.text).toContain('012345 is');
    expect((await stat(file)).mode & 0o077).toBe(0);
    expect(printed).toEqual(['Mail to a@x.example: 012345 is']);
  });
});
