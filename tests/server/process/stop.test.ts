import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { openFaultySmtp } from '#tests/support/faults/faulty-smtp.ts';
import { demoRequest } from '#tests/support/faults/load.ts';
import { newClient, newDataFolder, runServer } from '#tests/support/faults/running-server.ts';
import { openSmtpInbox } from '#tests/support/server/mail/smtp-inbox.ts';
import { sendPath, verifyPath } from '#tests/support/server/sign-up-steps.ts';

const EMAIL = 'asha@company.example';
// Together with the hanging delivery this exceeds the ten seconds that a stop may take.
const DRAIN_MS = 5000;

it('a server stops cleanly despite a mail server and a client that hang', FURTHER, async () => {
  const silent = await openFaultySmtp('silent');
  const DATA_DIR = await newDataFolder();
  const server = await runServer({ DATA_DIR, SMTP_URL: silent.url, DRAIN_MS: String(DRAIN_MS) });
  const client = newClient(server);
  expect((await client.post(sendPath(EMAIL))).status).toBe(200);
  await expect.poll(silent.connections).toBe(1);

  const { port, host } = new URL(server.url);
  const hanging = connect(Number(port), '127.0.0.1').on('error', () => {});
  hanging.write(
    `POST ${paths.requestDemo} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  );
  let received = '';
  hanging.on('data', (bytes) => {
    received += bytes;
  });
  await expect.poll(() => received).toContain('100 Continue');

  server.child.kill('SIGTERM');
  // After its timeout it would exit with 1.
  expect(await server.ended).toBe(0);
  await silent.close();
  hanging.destroy();

  const inbox = await openSmtpInbox(silent.port);
  const next = await runServer({ DATA_DIR, SMTP_URL: inbox.url });
  const code = await inbox.nextCode(EMAIL);
  expect((await newClient(next).get(verifyPath(EMAIL, code))).status).toBe(200);
  await inbox.close();
});

it(
  'a server that receives SIGTERM is no longer ready, but responds to new requests meanwhile',
  FURTHER,
  async () => {
    const server = await runServer({ DATA_DIR: await newDataFolder(), DRAIN_MS: String(DRAIN_MS) });
    expect((await newClient(server).get(paths.ready)).status).toBe(200);
    const signalledAt = performance.now();
    server.child.kill('SIGTERM');
    const readiness = async () => (await newClient(server).get(paths.ready)).status;
    await expect.poll(readiness).toBe(503);
    expect((await newClient(server).get(paths.alive)).status).toBe(200);
    const { status } = await newClient(server).post(paths.requestDemo, demoRequest(), {
      xsrf: null,
    });
    expect(status).toBe(200);
    expect(performance.now() - signalledAt).toBeLessThan(DRAIN_MS);
    expect(await server.ended).toBe(0);
    expect(performance.now() - signalledAt).toBeGreaterThanOrEqual(DRAIN_MS);
  },
);

it('a server that receives SIGINT does not wait for a load balancer', async () => {
  const server = await runServer({ DATA_DIR: await newDataFolder(), DRAIN_MS: '60000' });
  server.child.kill('SIGINT');
  expect(await server.ended).toBe(0);
});
