import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fillPath } from '#contract/calls/call.ts';
import { paths } from '#contract/calls/paths.ts';
import { createLineBatch, loggerOptions, onRequestEnd } from '#server/http/request-log.ts';
import { openTestServer } from '#tests/support/server/test-server.ts';

/** A server whose `/slow` waits for the test before it responds. */
const openSlow = async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  const ended: [string, number][] = [];
  let enter = () => {};
  let release = () => {};
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  onRequestEnd(app, (request, _reply, status) => ended.push([request.url, status]));
  app.get('/slow', async () => {
    enter();
    await released;
    return 'late';
  });
  app.get('/fast', async () => 'soon');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { port, ended, entered, release };
};

test('a request whose client disconnects before the response is logged once, as 499', async () => {
  const { port, ended, entered, release } = await openSlow();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await entered;
  socket.destroy();
  await expect.poll(() => ended).toEqual([['/slow', 499]]);
  release();
  await fetch(`http://127.0.0.1:${port}/fast`);
  await expect.poll(() => ended.length).toBe(2);
  expect(ended).toEqual([
    ['/slow', 499],
    ['/fast', 200],
  ]);
});

test('a mail server that answers no is logged by its command and number, without its text', () => {
  const written: string[] = [];
  const log = { level: 'info', stream: { write: (line: string) => void written.push(line) } };
  const app = fastify({ logger: loggerOptions({ log }) });
  const answer = { command: 'AUTH PLAIN', responseCode: 535, response: '535 no asha@acme.example' };
  app.log.warn({ err: Object.assign(new Error(answer.response), answer) }, 'not sent');
  expect(JSON.parse(written[0] ?? '').err.message).toBe('mail server: AUTH PLAIN 535');
  expect(written.join()).not.toContain('asha');
});

test('a mail that cannot be sent is logged as such, without its recipient', async () => {
  const written: string[] = [];
  const log = { level: 'warn', stream: { write: (line: string) => void written.push(line) } };
  const send = () => Promise.reject(new Error('the mail server is down'));
  const server = await openTestServer('PGlite', {
    config: { log },
    mail: { place: '', send, close() {} },
  });
  onTestFinished(() => server.close());
  const path = fillPath(paths.sendSignUpCode, { email: 'asha@acme.example' });
  expect((await server.client().post(path)).status).toBe(200);
  await expect.poll(() => written.length).toBeGreaterThan(0);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ task: 'mail' });
  expect(written.join()).not.toContain('asha');
});

test('lines of ten milliseconds are one write, and what is left is written at the end', () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const written: string[] = [];
  const lines = createLineBatch((text) => written.push(text));
  lines.write('a\n');
  vi.advanceTimersByTime(9);
  lines.write('b\n');
  expect(written).toEqual([]);
  vi.advanceTimersByTime(1);
  lines.write('c\n');
  lines.flush();
  lines.flush();
  vi.advanceTimersByTime(10);
  expect(written).toEqual(['a\nb\n', 'c\n']);
});
