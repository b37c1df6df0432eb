import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindsOfAnswers } from '../support/kinds-of-answers.ts';
import { openTestServer, type TestServer } from '../support/test-server.ts';

const HASH = `'sha256-${'A'.repeat(43)}='`;
/** A site of two files and the live view. */
const makeSite = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-web-'));
  await mkdir(join(folder, 'assets'));
  const files = { 'index.html': 'a page', 'charts.html': 'charts', '.env': 'A=B' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const name of ['a.js', 'a.js.br']) await writeFile(join(folder, 'assets', name), '1');
  return folder;
};

/** What a directive may list, to the letter: no wildcard, no scheme for code, nothing unsafe. */
const allowed: Record<string, RegExp> = {
  'script-src': /^(?:'self'|'sha256-[\w+/]{43}=')$/,
  'style-src': /^(?:'self'|'sha256-[\w+/]{43}=')$/,
  'img-src': /^(?:'self'|data:|blob:)$/,
  'font-src': /^'self'$/,
  'connect-src': /^(?:'self'|https:\/\/api\.example)$/,
  'manifest-src': /^'self'$/,
  'form-action': /^'(?:self|none)'$/,
  sandbox: /^$/,
};

/** What nobody here uses. */
const unused = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
];

const checkPolicy = (policy: string) => {
  const directives = policy.split(';').map((directive) => directive.trim().split(' '));
  const byName = Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
  expect(byName['default-src']).toEqual(["'none'"]);
  // What the default doesn't stand in for.
  expect(byName['frame-ancestors']).toEqual(["'none'"]);
  expect(byName['base-uri']).toEqual(["'none'"]);
  expect(byName['form-action']).toHaveLength(1);
  for (const [name, values] of Object.entries(byName))
    for (const value of values)
      expect(`${name} ${value}`).toMatch(
        new RegExp(`^${name} ${(allowed[name] ?? /^'none'$/).source.slice(1)}`),
      );
};

describe.each([
  { scheme: 'http', publicUrl: 'http://localhost:3000', transport: undefined },
  { scheme: 'https', publicUrl: 'https://www.example.com', transport: 'max-age=31536000' },
])('every answer on $scheme carries the security headers', ({ publicUrl, transport }) => {
  let server: TestServer;
  beforeAll(async () => {
    const csp = {
      scripts: [HASH],
      styles: [HASH],
      connect: ['https://api.example'],
      frame: [],
      scriptOrigins: [],
      payment: [],
    };
    server = await openTestServer('PGlite', {
      config: { publicUrl, csp, webRoot: await makeSite() },
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it.each(kindsOfAnswers)('$status: $name', async ({ status, keeping = 'no-store', ask }) => {
    const answer = await ask(server);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': expect.stringMatching(/^same-(?:origin|site)$/),
      'cache-control': keeping,
    });
    expect(answer.headers['strict-transport-security']).toBe(transport);
    const permissions = String(answer.headers['permissions-policy']).split(', ');
    expect(permissions.toSorted()).toEqual(unused.map((feature) => `${feature}=()`));
    // A text without its charset is read as the browser guesses.
    const type = String(answer.headers['content-type'] ?? '');
    expect(type).toMatch(/^(?:image\/png|.*; charset=utf-8)?$/i);
    if (Number(answer.headers['content-length'] ?? 0) > 0) expect(type).not.toBe('');
    checkPolicy(String(answer.headers['content-security-policy']));
  });
});
