import { describe, expect, it, test } from 'vitest';
import { pageHead } from '#build/site/page-head.ts';
import * as brand from '#contract/brand.ts';
import { headPages, listedPages } from '#tests/support/head-pages.ts';

/** Longer titles and descriptions are cut in search results; shorter descriptions are replaced. */
const TITLE_LENGTH_MAX = 60;
const DESCRIPTION_LENGTH_MIN = 50;
const DESCRIPTION_LENGTH_MAX = 160;

const unescapeMarkup = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** The content of each meta element, by name or property. */
const metasOf = (head: string): Record<string, string> =>
  Object.fromEntries(
    [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(
      ([, name, content = '']) => [name, unescapeMarkup(content)],
    ),
  );

const unlistedPages = headPages.filter(({ isListed }) => !isListed);

test('the pages that are not for search engines are unlisted', () => {
  expect(unlistedPages.map(({ path }) => path).sort()).toEqual([
    '/demo/embed',
    '/demo/schedule',
    '/resetPassword',
    '/thankyou',
    '/thankyou_campaign',
  ]);
  expect(listedPages.length).toBeGreaterThan(10);
});

test.each(['title', 'description'] as const)('every listed page has its own %s', (key) => {
  const values = listedPages.map((page) => page[key]);
  expect(new Set(values).size).toBe(values.length);
});

describe.each(listedPages)('the head of $path', (page) => {
  const { path, title, description } = page;
  const head = pageHead(page);
  const metas = metasOf(head);
  const url = `${brand.siteAddress}${path.slice(1)}`;

  it('has a title and a description that a search result can show', () => {
    expect(head).toContain(`<title>${title}</title>`);
    expect(metas['description']).toBe(description);
    expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH_MAX);
    expect(description.length).toBeGreaterThanOrEqual(DESCRIPTION_LENGTH_MIN);
    expect(description.length).toBeLessThanOrEqual(DESCRIPTION_LENGTH_MAX);
  });

  it('names its real URL', () => {
    expect(head).toContain(`<link rel="canonical" href="${url}">`);
    expect(metas['robots']).toBeUndefined();
  });

  it('has a link preview with an image of its own', () => {
    const image = `${brand.siteAddress}social/${path === '/' ? 'home' : path.slice(1)}.png`;
    expect(metas).toMatchObject({
      'og:type': 'website',
      'og:site_name': brand.name,
      'og:locale': 'en_IN',
      'og:title': title,
      'og:description': description,
      'og:url': url,
      'og:image': image,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': image,
    });
    const words = title.replace(`${brand.name}: `, '').replace(` · ${brand.name}`, '');
    expect(metas['og:image:alt']).toContain(words);
    expect(metas['twitter:image:alt']).toBe(metas['og:image:alt']);
  });
});

test.each(unlistedPages)('$path is excluded from search engines', (page) => {
  const head = pageHead(page);
  expect(head).toContain(`<title>${page.title}</title>`);
  expect(metasOf(head)).toEqual({ description: page.description, robots: 'noindex' });
  expect(head).not.toMatch(/canonical|<script/);
});
