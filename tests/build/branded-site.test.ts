import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import * as brand from '#contract/brand.ts';

let files: Map<string, string>;
beforeAll(async () => {
  const { output } = (await build({
    root: ROOT,
    logLevel: 'error',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  files = new Map(
    output.flatMap((file) => (file.type === 'asset' ? [[file.fileName, String(file.source)]] : [])),
  );
});

const file = (name: string): string => files.get(name) ?? '';

const titled = `${brand.name}: ${brand.tagline}`;

test.each([
  `<title>${titled}</title>`,
  `<meta property="og:site_name" content="${brand.name}" />`,
  `<meta property="og:title" content="${titled}" />`,
  `<meta property="og:url" content="${brand.siteAddress}" />`,
  `<meta property="og:image" content="${brand.siteAddress}social.png" />`,
  `<link rel="canonical" href="${brand.siteAddress}" />`,
])('the page says %s', (line) => {
  expect(file('index.html')).toContain(line);
});

test('the page has no unfilled placeholder', () => {
  expect(file('index.html')).not.toContain('{{');
});

test('the structured data contain the names of the company and the product', () => {
  const [, json = ''] =
    /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(file('index.html')) ?? [];
  expect(JSON.parse(json)['@graph']).toMatchObject([
    {
      '@type': 'Organization',
      name: brand.name,
      legalName: brand.company,
      url: brand.siteAddress,
      logo: `${brand.siteAddress}icon-512.png`,
      email: brand.infoEmail,
    },
    { '@type': 'SoftwareApplication', name: brand.name, url: brand.siteAddress },
  ]);
});

test('the manifest has the name of the product, and its icons exist', () => {
  const manifest = JSON.parse(file('site.webmanifest'));
  expect(manifest).toMatchObject({ name: brand.name, short_name: brand.name });
  for (const { src } of manifest.icons)
    expect(readFileSync(join(ROOT, 'public', src)).length).toBeGreaterThan(0);
});

test('a crawler gets the URL of the site', () => {
  expect(file('robots.txt')).toContain(`Sitemap: ${brand.siteAddress}sitemap.xml`);
  expect(file('sitemap.xml')).toContain(`<loc>${brand.siteAddress}</loc>`);
});
