import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiPage } from '#build/openapi/api-page.ts';
import { formatApi } from '#build/openapi/document.ts';
import { ROOT } from '#build/root.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { FURTHER } from '#tests/support/each-condition.ts';

const journey = setUpSite();

let vite: ViteDevServer;
let origin: string;
beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [apiPage()],
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  await vite.listen();
  origin = new URL(vite.resolvedUrls?.local[0] ?? '').origin;
});
afterAll(() => vite.close());

// The fixture fails for a line in the console, such as a violation of the policy.
it(
  'in development, /docs shows the description of /openapi.json without any other host',
  FURTHER,
  async () => {
    expect(await (await fetch(`${origin}/openapi.json`)).text()).toBe(formatApi());
    const { page } = await journey.site.visitor();
    const others: string[] = [];
    page.on('request', (request) => {
      if (!['data:', 'blob:'].includes(new URL(request.url()).protocol)) others.push(request.url());
    });
    await page.goto(`${origin}/docs`);
    await page.getByText('Send a sign-up code to a work email address').first().waitFor();
    expect(others.filter((url) => !url.startsWith(`${origin}/`))).toEqual([]);
  },
);

it.each(['/openapi.json', '/docs', '/docs/viewer.js'])('the built site has no %s', async (path) => {
  expect((await fetch(new URL(path, journey.site.url))).status).toBe(404);
});
