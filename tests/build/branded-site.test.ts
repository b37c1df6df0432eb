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

test('the page has the name and the tagline', () => {
  expect(file('index.html')).toContain(`<title>${brand.name}: ${brand.tagline}</title>`);
});

test('the page has no unfilled placeholder', () => {
  expect(file('index.html')).not.toContain('{{');
});

test('the manifest has the name of the product, and its icons exist', () => {
  const manifest = JSON.parse(file('site.webmanifest'));
  expect(manifest).toMatchObject({ name: brand.name, short_name: brand.name });
  for (const { src } of manifest.icons)
    expect(readFileSync(join(ROOT, 'public', src)).length).toBeGreaterThan(0);
});

test('a crawler gets the URL of the sitemap', () => {
  expect(file('robots.txt')).toContain(`Sitemap: ${brand.siteAddress}sitemap.xml`);
});
