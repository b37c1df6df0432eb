import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { LOG_OUT_SCRIPT_PATH } from '#server/application/application.ts';
import { STYLE_PATH } from '#server/http/pages/page.ts';
import { openMetricsServer } from '#server/metrics/metrics-server.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'sitara-web-'));
mkdirSync(join(webRoot, 'social'));
for (const file of ['index.html', 'charts.html', 'robots.txt', 'social/home.png'])
  writeFileSync(join(webRoot, file), 'a file');

const api = Object.values(paths);
const application = ['/app', '/app/', '/app/jobs/new', STYLE_PATH, LOG_OUT_SCRIPT_PATH];
const unknown = ['/v1/nothing', '/v2', '/v9/nothing', '/app/%zz'];

onEmbeddedDatabase(
  'the X-Robots-Tag header',
  (server) => {
    it.each([...api, ...application, ...unknown, '/charts'])('is noindex at %s', async (path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const) {
        const { headers } = await server().client().send(method, `${path}?a=b`);
        expect([method, headers['x-robots-tag']]).toEqual([method, 'noindex']);
      }
    });

    it.each(['/%61pp/', '/v%31/xsrf'])(
      'is noindex at %s, which is percent-encoded',
      async (path) => {
        const { headers, status } = await server().client().get(path);
        expect(status).toBeLessThan(400);
        expect(headers['x-robots-tag']).toBe('noindex');
      },
    );

    it.each(['/', '/?section=faq', '/robots.txt', '/social/home.png', '/apply', '/v1sion'])(
      'is absent at %s, which is part of the public site',
      async (path) => {
        const { headers } = await server().client().get(path);
        expect(headers['x-robots-tag']).toBeUndefined();
      },
    );
  },
  { config: { webRoot } },
);

it('the metrics have the X-Robots-Tag header noindex', async () => {
  const metrics = { read: async () => 'a 1', contentType: 'text/plain' };
  const { url, close } = await openMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);
  for (const address of [url, new URL('/', url)])
    expect((await fetch(address)).headers.get('x-robots-tag')).toBe('noindex');
});
