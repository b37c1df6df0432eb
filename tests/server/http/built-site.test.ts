import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { version } from '#server/config/app-config.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'sitara-web-'));
mkdirSync(join(webRoot, 'assets'));
writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Home</title><form></form>');
mkdirSync(join(webRoot, 'demo'));
writeFileSync(join(webRoot, 'pricing.html'), '<!doctype html><title>Pricing</title>');
writeFileSync(join(webRoot, 'forgotPassword.html'), '<!doctype html><title>Password</title>');
writeFileSync(join(webRoot, 'demo', 'embed.html'), '<!doctype html><title>Embedded</title>');
writeFileSync(join(webRoot, 'assets', 'main-abc123.js'), 'export {};');
writeFileSync(join(webRoot, 'robots.txt'), 'User-agent: *');
writeFileSync(join(webRoot, '.secret'), 'hidden');

onEmbeddedDatabase(
  'the built site',
  (server) => {
    it('has its page revalidated and its assets cached for a year', async () => {
      const client = server().client();
      const page = await client.get('/');
      expect(page.text).toContain('<title>Home</title>');
      // The response sets a cookie for one visitor, so shared caches must not store it.
      expect(page.headers['cache-control']).toBe('private, no-cache');
      expect(page.headers['etag']).toBeDefined();
      expect(client.cookies.has('XSRF-TOKEN')).toBe(true);
      const headers = { 'if-none-match': String(page.headers['etag']) };
      const again = await client.get('/', { headers });
      expect(again.status).toBe(304);
      expect(again.headers['set-cookie']).toBeUndefined();
      expect(again.headers['cache-control']).toBe('no-cache');
      const asset = await server().client().get('/assets/main-abc123.js');
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(asset.headers['set-cookie']).toBeUndefined();
    });

    it.each(['/pricing', '/robots.txt'])(
      'sets no cookie with %s, which has no form, so that shared caches may keep it',
      async (path) => {
        const { status, headers } = await server().client().get(path);
        expect([status, headers['set-cookie']]).toEqual([200, undefined]);
        expect(headers['cache-control']).toBe('no-cache');
      },
    );

    it('allows exactly the script hashes and origins that the build recorded', async () => {
      const csp = String((await server().client().get('/')).headers['content-security-policy']);
      expect(csp.split(';')).toEqual(
        expect.arrayContaining([
          "script-src 'self' 'sha256-abc=' https://checkout.example",
          "style-src 'self'",
          'frame-src https://calendar.example',
          "img-src 'self' data: blob: https://tag.example",
          "connect-src 'self' https://api.example",
        ]),
      );
    });

    it('serves each document at its address, with the hashes of its own inline parts', async () => {
      const page = await server().client().get('/pricing');
      expect(page.text).toContain('<title>Pricing</title>');
      const policy = String(page.headers['content-security-policy']).split(';');
      expect(policy).toContain("script-src 'self' 'sha256-def=' https://checkout.example");
      expect(policy).toContain("style-src 'self' 'sha256-ghi='");
      expect((await server().client().get('/demo/embed')).text).toContain('Embedded');
    });

    it.each(['/nowhere', paths.xsrf, '/assets/main-abc123.js'])(
      '%s allows no inline part',
      async (path) => {
        const { headers } = await server().client().get(path);
        expect(headers['content-security-policy']).not.toContain('sha256');
      },
    );

    it.each([
      ['/Pricing', '/pricing'],
      ['/pricing/', '/pricing'],
      ['/PRICING//?section=faq&utm_source=a%20b', '/pricing?section=faq&utm_source=a%20b'],
      ['/pricing.html', '/pricing'],
      ['/pricing/index.html', '/pricing'],
      ['/index.html', '/'],
      ['/INDEX.HTML?a=/../b', '/?a=/../b'],
      ['/forgotpassword', '/forgotPassword'],
      ['/%70ricing', '/pricing'],
      ['/pricing%2F?a=%2F', '/pricing?a=%2F'],
      ['/demo/Embed/', '/demo/embed'],
    ])('redirects %s to %s', async (from, to) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers } = await server().client().send(method, from);
        expect([status, headers['location']]).toEqual([301, to]);
      }
    });

    it.each([
      '/pricing/x',
      '/pricingx',
      '//pricing',
      '/pricing/index',
      '/pricing.htm',
      '/demos',
      '/.html',
      `${'/'.repeat(150)}x`,
      `/${'pricing/'.repeat(1000)}`,
    ])('does not redirect %s', async (path) => {
      const { status, headers } = await server().client().get(path);
      expect([status, headers['location']]).toEqual([404, undefined]);
    });

    it.each(['/%', '/%E0%A4%A', '/pricing%'])('refuses the malformed %s', async (path) => {
      const { status } = await server().client().get(path);
      expect([400, 404]).toContain(status);
    });

    it('allows a document no other method than GET and HEAD', async () => {
      const { status, headers } = await server().client().post('/pricing');
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
    });

    it('serves the charts viewer only if the build contains it', async () => {
      const client = server().client();
      const headers = { accept: 'text/html' };
      expect((await client.get('/charts', { headers })).status).toBe(404);
    });

    it("allows the payment provider a payment request and the bank's pop-up", async () => {
      const { headers } = await server().client().get('/');
      expect(headers['permissions-policy']).toContain('payment=(self "https://checkout.example")');
      expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
    });

    it('responds with 404 to missing files, hides dotfiles, and passes API calls on', async () => {
      const client = server().client();
      expect((await client.get('/assets/gone.js')).status).toBe(404);
      expect((await client.get('/.secret')).status).toBe(404);
      expect((await client.get('/../package.json')).status).toBe(404);
      expect((await client.get('/%2e%2e/package.json')).status).toBe(404);
      expect((await client.get(paths.createCompany)).status).toBe(405);
      expect((await client.get(paths.alive)).body).toEqual({ status: 'ok', version });
    });
  },
  {
    config: {
      webRoot,
      csp: {
        documents: {
          '/': { scripts: ["'sha256-abc='"], styles: [] },
          '/pricing': { scripts: ["'sha256-def='"], styles: ["'sha256-ghi='"] },
          '/forgotPassword': { scripts: [], styles: [] },
          '/demo/embed': { scripts: [], styles: [] },
        },
        connect: ['https://api.example'],
        frame: ['https://calendar.example'],
        scriptOrigins: ['https://checkout.example'],
        images: ['https://tag.example'],
        payment: ['https://checkout.example'],
      },
    },
  },
);

const withCharts = mkdtempSync(join(tmpdir(), 'sitara-web-'));
writeFileSync(join(withCharts, 'index.html'), '<!doctype html><title>Home</title>');
writeFileSync(join(withCharts, 'charts.html'), '<!doctype html><title>Live charts</title>');

onEmbeddedDatabase(
  'a site that was built with the charts viewer',
  (server) => {
    it('serves it at /charts and has it revalidated like every page', async () => {
      const page = await server().client().get('/charts');
      expect(page.text).toContain('<title>Live charts</title>');
      expect(page.headers['cache-control']).toBe('private, no-cache');
      expect(String(page.headers['content-security-policy'])).toContain("script-src 'self'");
    });
  },
  { config: { webRoot: withCharts } },
);
