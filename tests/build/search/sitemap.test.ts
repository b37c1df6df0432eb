import { expect, test } from 'vitest';
import { siteFiles } from '#build/site/plugins.ts';
import { sitemap, updatedOn } from '#build/site/sitemap.ts';
import * as brand from '#contract/brand.ts';
import { headPages, listedPages } from '#tests/support/head-pages.ts';

const entries = [
  ...sitemap(headPages).matchAll(
    /<url>\s*<loc>([^<]+)<\/loc>\s*<lastmod>([^<]+)<\/lastmod>\s*<\/url>/g,
  ),
].map(([, url, day]) => ({ url, day }));

test('the sitemap has the real URL of every listed page with its date, and no others', () => {
  expect(entries.length).toBeGreaterThan(10);
  expect(entries).toEqual(
    listedPages.map(({ path }) => ({
      url: `${brand.siteAddress}${path.slice(1)}`,
      day: updatedOn(path),
    })),
  );
  for (const { day } of entries) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a legal page has the newest date that it states', () => {
  expect(updatedOn('/privacy') > '2026-11-23').toBe(true);
});

test('a page without a date throws', () => {
  expect(() => updatedOn('/nowhere')).toThrow('has no date for /nowhere');
});

test('crawlers may read every page and every response that says noindex, but not the API', () => {
  const { text = '' } = siteFiles.find(({ name }) => name === 'robots.txt') ?? {};
  expect(text).toContain(`Sitemap: ${brand.siteAddress}sitemap.xml`);
  const disallowed = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path);
  expect(disallowed).toEqual(['/v1/', '/v2/']);
});
