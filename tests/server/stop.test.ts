import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { openFaultySmtp } from '../support/faulty-smtp.ts';
import { demoRequest } from '../support/load.ts';
import { newFolder, runServer, visit } from '../support/server-fleet.ts';
import { sendPath, verifyPath } from '../support/sign-up-steps.ts';
import { openSmtpInbox } from '../support/smtp-inbox.ts';

const PATIENCE = { timeout: 15_000 };
const EMAIL = 'asha@company.example';
// Together with what hangs it takes longer than the ten seconds that a stop has without it.
const DRAIN_MS = 5000;

it('neither a mail server nor a client that hangs keeps a server from stopping well', async () => {
  const silent = await openFaultySmtp('silent');
  const DATA_DIR = await newFolder();
  const server = await runServer({ DATA_DIR, SMTP_URL: silent.url, DRAIN_MS: String(DRAIN_MS) });
  const client = visit(server);
  expect((await client.post(sendPath(EMAIL))).status).toBe(200);
  await expect.poll(silent.connections, PATIENCE).toBe(1);

  const { port, host } = new URL(server.url);
  const hanging = connect(Number(port), '127.0.0.1').on('error', () => {});
  hanging.write(
    `POST ${paths.requestDemo} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  );
  let heard = '';
  hanging.on('data', (bytes) => {
    heard += bytes;
  });
  await expect.poll(() => heard, PATIENCE).toContain('100 Continue');

  server.child.kill('SIGTERM');
  // Past its time it would exit with 1.
  expect(await server.ended).toBe(0);
  await silent.close();
  hanging.destroy();

  const inbox = await openSmtpInbox(silent.port);
  const next = await runServer({ DATA_DIR, SMTP_URL: inbox.url });
  const code = await inbox.nextCode(EMAIL);
  expect((await visit(next).get(verifyPath(EMAIL, code))).status).toBe(200);
  await inbox.close();
}, 90_000);

it('a server that is told to stop is not ready at once, and goes on for whoever comes meanwhile', async () => {
  const server = await runServer({ DATA_DIR: await newFolder(), DRAIN_MS: String(DRAIN_MS) });
  expect((await visit(server).get(paths.ready)).status).toBe(200);
  const told = performance.now();
  server.child.kill('SIGTERM');
  const readiness = async () => (await visit(server).get(paths.ready)).status;
  await expect.poll(readiness, PATIENCE).toBe(503);
  expect((await visit(server).get(paths.alive)).status).toBe(200);
  const { status } = await visit(server).post(paths.requestDemo, demoRequest(), { xsrf: null });
  expect(status).toBe(200);
  expect(performance.now() - told).toBeLessThan(DRAIN_MS);
  expect(await server.ended).toBe(0);
  expect(performance.now() - told).toBeGreaterThanOrEqual(DRAIN_MS);
}, 60_000);

it('a server that a person interrupts does not wait for a balancer', async () => {
  const server = await runServer({ DATA_DIR: await newFolder(), DRAIN_MS: '60000' });
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
}, 45_000);
