import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseKinds } from '#tests/support/server/http/response-kinds.ts';
import { openTestServer, type TestServer } from '#tests/support/server/test-server.ts';

const HASH = `'sha256-${'A'.repeat(43)}='`;
/** A site of two files and the charts viewer. */
const makeSite = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-web-'));
  await mkdir(join(folder, 'assets'));
  const files = { 'index.html': 'a page with a <form>', 'charts.html': 'charts', '.env': 'A=B' };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  for (const name of ['a.js', 'a.js.br']) await writeFile(join(folder, 'assets', name), '1');
  return folder;
};

/** The allowed sources of a directive: no wildcard, no scheme for scripts, nothing unsafe. */
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

/** Browser features that the site does not use. */
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
  // Directives that do not fall back to default-src.
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
])('every response on $scheme has the security headers', ({ publicUrl, transport }) => {
  let server: TestServer;
  beforeAll(async () => {
    const csp = {
      documents: { '/': { scripts: [HASH], styles: [HASH] } },
      connect: ['https://api.example'],
      frame: [],
      scriptOrigins: [],
      images: [],
      payment: [],
    };
    server = await openTestServer('PGlite', {
      config: { publicUrl, csp, webRoot: await makeSite() },
    });
    await server.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  it.each(responseKinds)(
    '$status: $name',
    async ({ status, cacheControl = 'no-store', request }) => {
      const response = await request(server);
      expect(response.status).toBe(status);
      expect(response.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': expect.stringMatching(/^same-(?:origin|site)$/),
        'cache-control': cacheControl,
      });
      expect(response.headers['strict-transport-security']).toBe(transport);
      const permissions = String(response.headers['permissions-policy']).split(', ');
      expect(permissions.toSorted()).toEqual(unused.map((feature) => `${feature}=()`));
      // Without a charset, browsers guess the encoding of text.
      const type = String(response.headers['content-type'] ?? '');
      expect(type).toMatch(/^(?:image\/png|.*; charset=utf-8)?$/i);
      if (Number(response.headers['content-length'] ?? 0) > 0) expect(type).not.toBe('');
      checkPolicy(String(response.headers['content-security-policy']));
    },
  );
});
