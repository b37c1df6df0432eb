import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createWorkQueue } from '#server/work-queue.ts';
import { ageLimits } from '../support/age.ts';
import { type HalfUpload, sendHalfUpload } from '../support/half-upload.ts';
import { picture } from '../support/images.ts';
import { skipBecause, testPostgres } from '../support/not-run.ts';
import { listenOn } from '../support/raw-http.ts';
import { newInbox, newSchema, runServer, visit } from '../support/server-fleet.ts';
import { makeCompany } from '../support/sign-up-steps.ts';
import { ORIGIN, onEachDatabase } from '../support/test-server.ts';
import { uploadLogo } from '../support/upload-logo.ts';

const UPLOADS_PER_TICKET = 2;
const LOOK_AGAIN_MS = 5000;
/** Nothing here hashes but a login that is to wait. */
const hashing = createWorkQueue({ running: 1, waiting: 1 });
/** With a public address its own origin stays when it listens. */
const OPTIONS = { config: { publicUrl: ORIGIN }, hashing };
const STATUS_OF_A_PROCESS = '/proc/self/status';
/** More than there are places for all. */
const MANY = 30;

/** Bytes of memory that a process has. */
const memoryOf = async (pid: number | undefined) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

onEachDatabase(
  'an upload that stalls',
  (server) => {
    const withCompany = async () => {
      const client = server().client();
      return { client, companyId: await makeCompany(server(), client, server().email()) };
    };
    const stall = async (
      client: Awaited<ReturnType<typeof withCompany>>['client'],
      count: number,
    ) => {
      const port = await listenOn(server());
      const uploads: HalfUpload[] = [];
      for (let index = 0; index < count; index += 1) {
        const upload = await sendHalfUpload(port, client);
        onTestFinished(() => void upload.socket.destroy());
        uploads.push(upload);
      }
      return uploads;
    };
    const send = async ({ client, companyId }: Awaited<ReturnType<typeof withCompany>>) =>
      uploadLogo(client, companyId, await picture('png', 9, 9));
    // Each place has a timer of its own.
    const untilHeld = (places: number) => {
      const looks = () =>
        server()
          .clock.pending()
          .filter((ms) => ms === LOOK_AGAIN_MS);
      return expect.poll(() => looks().length, { timeout: 10_000 }).toBe(places);
    };
    // The server hears of a broken connection a moment after it is broken.
    const untilTaken = (company: Awaited<ReturnType<typeof withCompany>>) =>
      expect.poll(async () => (await send(company)).status, { timeout: 10_000 }).toBe(200);

    it('leaves all but two others of its ticket refused at once, and other tickets alone', async () => {
      const company = await withCompany();
      const uploads = await stall(company.client, MANY);
      const refused: string[] = [];
      for (const upload of uploads) void upload.begun.then((text) => refused.push(text));
      await expect.poll(() => refused.length, { timeout: 10_000 }).toBe(MANY - UPLOADS_PER_TICKET);
      for (const text of refused) {
        expect(text).toMatch(/^HTTP\/1\.1 503 /);
        expect(text.toLowerCase()).toMatch(/\r\nretry-after: [1-9]/);
      }
      expect((await send(company)).status).toBe(503);
      expect((await send(await withCompany())).status).toBe(200);
    });

    it('gives its place back when its connection breaks, as often as that happens', async () => {
      const company = await withCompany();
      for (let round = 0; round < MANY / UPLOADS_PER_TICKET; round += 1) {
        const uploads = await stall(company.client, UPLOADS_PER_TICKET);
        await untilHeld(UPLOADS_PER_TICKET);
        expect((await send(company)).status).toBe(503);
        await ageLimits(server().db, 600, 'logo uploads');
        for (const { socket } of uploads)
          if (round % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        await untilHeld(0);
        await untilTaken(company);
      }
    });

    it('gives its place back when it waits behind another request of its connection', async () => {
      const company = await withCompany();
      const goOn = await hashing.enter('the test');
      const login = { email: server().email(), password: 'not the password' };
      const upload = await sendHalfUpload(await listenOn(server()), company.client, { login });
      await untilHeld(1);
      upload.socket.destroy();
      await untilHeld(0);
      goOn();
      expect((await send(company)).status).toBe(200);
    });

    it('is ended with 408 when nothing more comes, and gives its place back', async () => {
      const company = await withCompany();
      const uploads = await stall(company.client, UPLOADS_PER_TICKET);
      await untilHeld(UPLOADS_PER_TICKET);
      // What it has sent may be seen at the first look, that nothing came at the second.
      server().clock.ring(LOOK_AGAIN_MS);
      server().clock.ring(LOOK_AGAIN_MS);
      for (const { answer } of uploads) expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
      await untilTaken(company);
    });

    it('goes on when more comes', async () => {
      const company = await withCompany();
      const accepted = once(server().app.server, 'connection');
      const [upload] = await stall(company.client, 1);
      const [taken]: Socket[] = await accepted;
      await untilHeld(1);
      for (let round = 0; round < 4; round += 1) {
        const before = taken?.bytesRead ?? 0;
        upload?.socket.write(Buffer.alloc(1000));
        await expect.poll(() => taken?.bytesRead).toBeGreaterThan(before);
        server().clock.ring(LOOK_AGAIN_MS);
      }
      upload?.socket.write(Buffer.alloc(200_000));
      // Its end was no end of a form; what counts is that it came to be read.
      expect(await upload?.begun).toMatch(/^HTTP\/1\.1 400 /);
    });
  },
  OPTIONS,
);

it('a hundred stalled uploads of one ticket take less than 100 MB', async (context) => {
  skipBecause(context, existsSync(STATUS_OF_A_PROCESS) ? undefined : 'there is no /proc');
  const mailbox = await newInbox();
  // Not the embedded database, whose memory goes up and down by hundreds of megabytes.
  const DATABASE_URL = await newSchema(testPostgres(context));
  const server = await runServer({ SMTP_URL: mailbox.url, DATABASE_URL });
  const company = visit(server);
  const companyId = await makeCompany({ mailbox }, company, 'p@stalled.example');
  const { url } = server;
  const other = visit(server);
  const otherId = await makeCompany({ mailbox }, other, 'p@other.example');
  // Loads the decoder.
  expect((await uploadLogo(company, companyId, await picture('png', 9, 9))).status).toBe(200);
  const before = await memoryOf(server.child.pid);
  for (let count = 0; count < 100; count += 1) {
    const options = { origin: url, fileBytes: 2_000_000, sentBytes: 1_990_000 };
    const { socket } = await sendHalfUpload(Number(new URL(url).port), company, options);
    onTestFinished(() => void socket.destroy());
  }
  // What was sent is read meanwhile.
  let most = before;
  for (let count = 0; count < 20; count += 1) {
    expect((await uploadLogo(other, otherId, await picture('png', 9, 9))).status).toBe(200);
    most = Math.max(most, await memoryOf(server.child.pid));
  }
  expect(most - before).toBeLessThan(100_000_000);
});

onEachDatabase('a server', (server) => {
  it('takes no more connections than it has memory for', async () => {
    await listenOn(server());
    expect(server().app.server.maxConnections).toBe(2000);
  });
});
