import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { rates } from '#server/limits/rates.ts';
import {
  newClient,
  newDatabase,
  newInbox,
  runServer,
} from '#tests/support/faults/running-server.ts';
import { type StalledUpload, startStalledUpload } from '#tests/support/faults/stalled-upload.ts';
import { ageLimits } from '#tests/support/server/database/age-rows.ts';
import { listenOnFreePort } from '#tests/support/server/http/raw-http.ts';
import { plainImage } from '#tests/support/server/images/images.ts';
import { uploadLogo } from '#tests/support/server/images/upload-logo.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';
import { makeCompany } from '#tests/support/server/sign-up-steps.ts';
import { ORIGIN } from '#tests/support/server/test-server.ts';
import { skipBecause } from '#tests/support/skip-reporter.ts';

const UPLOADS_PER_TICKET = 2;
const LOOK_AGAIN_MS = 5000;
/** With PUBLIC_URL the server's origin does not depend on its port. */
const OPTIONS = { config: { publicUrl: ORIGIN } };
const STATUS_OF_A_PROCESS = '/proc/self/status';
/** More than the total of the available slots. */
const MANY = 30;

/** The resident set size of a process, in bytes. */
const memoryOf = async (pid: number | undefined) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

onEmbeddedDatabase(
  'a stalled upload',
  (server) => {
    const withCompany = async () => {
      const client = server().client();
      return { client, companyId: await makeCompany(server(), client, server().email()) };
    };
    const stall = async (
      client: Awaited<ReturnType<typeof withCompany>>['client'],
      count: number,
    ) => {
      const port = await listenOnFreePort(server());
      const uploads: StalledUpload[] = [];
      for (let index = 0; index < count; index += 1) {
        const upload = await startStalledUpload(port, client);
        onTestFinished(() => void upload.socket.destroy());
        uploads.push(upload);
      }
      return uploads;
    };
    const send = async ({ client, companyId }: Awaited<ReturnType<typeof withCompany>>) =>
      uploadLogo(client, companyId, await plainImage('png', 9, 9));
    // Each slot has its own timer.
    const untilHeld = (places: number) => {
      const looks = () =>
        server()
          .clock.pending()
          .filter((ms) => ms === LOOK_AGAIN_MS);
      return expect.poll(() => looks().length).toBe(places);
    };
    // The server notices a broken connection with a delay.
    const untilTaken = (company: Awaited<ReturnType<typeof withCompany>>) =>
      expect.poll(async () => (await send(company)).status).toBe(200);

    it('refuses all but two other uploads of its ticket at once, and does not affect other tickets', async () => {
      const company = await withCompany();
      const uploads = await stall(company.client, MANY);
      const refused: string[] = [];
      for (const upload of uploads) void upload.firstBytes.then((text) => refused.push(text));
      await expect.poll(() => refused.length).toBe(MANY - UPLOADS_PER_TICKET);
      for (const text of refused) {
        expect(text).toMatch(/^HTTP\/1\.1 503 /);
        expect(text.toLowerCase()).toMatch(/\r\nretry-after: [1-9]/);
      }
      expect((await send(company)).status).toBe(503);
      expect((await send(await withCompany())).status).toBe(200);
    });

    it('releases its slot when its connection breaks, any number of times', async () => {
      const company = await withCompany();
      for (let round = 0; round < MANY / UPLOADS_PER_TICKET; round += 1) {
        const uploads = await stall(company.client, UPLOADS_PER_TICKET);
        await untilHeld(UPLOADS_PER_TICKET);
        expect((await send(company)).status).toBe(503);
        await ageLimits(server().db, rates.logoUploads.periodMs / 1000, 'logo uploads');
        for (const { socket } of uploads)
          if (round % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        await untilHeld(0);
        await untilTaken(company);
      }
    });

    it('ends with 408 without further data, and releases its slot', async () => {
      const company = await withCompany();
      const uploads = await stall(company.client, UPLOADS_PER_TICKET);
      await untilHeld(UPLOADS_PER_TICKET);
      // The first check may see the bytes that were sent; the second one sees no progress.
      server().clock.ring(LOOK_AGAIN_MS);
      server().clock.ring(LOOK_AGAIN_MS);
      for (const { response } of uploads) expect(await response).toMatch(/^HTTP\/1\.1 408 /);
      await untilTaken(company);
    });

    it('continues when more data arrives', async () => {
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
      // The body is incomplete as a form; what matters is that it was read.
      expect(await upload?.firstBytes).toMatch(/^HTTP\/1\.1 400 /);
    });
  },
  OPTIONS,
);

it('a hundred stalled uploads of one ticket take less than 100 MB', async (context) => {
  skipBecause(context, existsSync(STATUS_OF_A_PROCESS) ? undefined : 'there is no /proc');
  const mailbox = await newInbox();
  // On PostgreSQL, because the memory of the embedded database varies by hundreds of megabytes.
  const DATABASE_URL = await newDatabase(context);
  const server = await runServer({ SMTP_URL: mailbox.url, DATABASE_URL });
  const company = newClient(server);
  const companyId = await makeCompany({ mailbox }, company, 'p@stalled.example');
  const { url } = server;
  const other = newClient(server);
  const otherId = await makeCompany({ mailbox }, other, 'p@other.example');
  // Loads the decoder.
  expect((await uploadLogo(company, companyId, await plainImage('png', 9, 9))).status).toBe(200);
  const before = await memoryOf(server.child.pid);
  for (let count = 0; count < 100; count += 1) {
    const options = { origin: url, fileBytes: 2_000_000, sentBytes: 1_990_000 };
    const { socket } = await startStalledUpload(Number(new URL(url).port), company, options);
    onTestFinished(() => void socket.destroy());
  }
  // Lets the server read what was sent.
  let most = before;
  for (let count = 0; count < 20; count += 1) {
    expect((await uploadLogo(other, otherId, await plainImage('png', 9, 9))).status).toBe(200);
    most = Math.max(most, await memoryOf(server.child.pid));
  }
  expect(most - before).toBeLessThan(100_000_000);
});
