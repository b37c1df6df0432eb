import { createServer } from 'vite';
import { expect, it } from 'vitest';
import { apiPage } from '#build/openapi/api-page.ts';
import { formatApi } from '#build/openapi/document.ts';
import { ROOT } from '#build/root.ts';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';

const NOTHING_ELSE = { configFile: false, root: ROOT, logLevel: 'error' } as const;

it('in development, /docs shows the description of /openapi.json without any other host', async () => {
  const vite = await createServer({
    ...NOTHING_ELSE,
    plugins: [apiPage()],
    server: { host: '127.0.0.1', port: 0, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const browser = await launchBrowser();
  try {
    await vite.listen();
    const origin = vite.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
    expect(await (await fetch(`${origin}/openapi.json`)).text()).toBe(formatApi());
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(origin))
        faults.push(request.url());
    });
    await page.goto(`${origin}/docs`);
    await page.getByText('Send a sign-up code to a work email address').first().waitFor();
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
    await vite.close();
  }
});
