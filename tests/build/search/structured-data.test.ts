import type { Organization } from 'schema-dts';
import { describe, expect, it, test } from 'vitest';
import { pageHead } from '#build/site/page-head.ts';
import * as brand from '#contract/brand.ts';
import { listedPages } from '#tests/support/head-pages.ts';
import { mainOf, prerenderPage, textOf } from '#tests/support/prerender-page.ts';
import { plans } from '#web/content/plans.ts';

type Node = Record<string, unknown> & { '@type': string; '@id'?: string };

/** The structured data in a page's head. */
const graphOf = (path: string): Node[] => {
  const page = listedPages.find((one) => one.path === path);
  const head = page ? pageHead(page) : '';
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? [];
  const { '@context': context, '@graph': graph } = JSON.parse(json);
  expect(context).toBe('https://schema.org');
  return graph;
};

const nodesOf = (path: string, type: string): Node[] =>
  graphOf(path).filter((node) => node['@type'] === type);

const pageTypes = new Set(['WebPage', 'AboutPage', 'ContactPage', 'FAQPage']);

/** The page's own node. */
const pageNodeOf = (path: string): Node => {
  const [node, ...others] = graphOf(path).filter((one) => pageTypes.has(one['@type']));
  expect(others).toEqual([]);
  return node ?? { '@type': 'none' };
};

/** Every value of `@id` below a value; of references alone, if `isReference`. */
const idsIn = (value: unknown, isReference: boolean): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { '@id': id, ...rest } = value as Node;
  const isWanted = typeof id === 'string' && (Object.keys(rest).length === 0) === isReference;
  return [
    ...(isWanted ? [id] : []),
    ...Object.values(rest).flatMap((one) => idsIn(one, isReference)),
  ];
};

test('a property or a type that schema.org does not have is a type error', () => {
  const wrong: Organization[] = [
    // @ts-expect-error -- schema.org has `legalName`
    { '@type': 'Organization', name: brand.name, legalname: brand.company },
    // @ts-expect-error -- schema.org has `Organization`
    { '@type': 'Organisation', name: brand.name },
  ];
  expect(wrong).toHaveLength(2);
});

describe.each(listedPages)('the structured data of $path', ({ path, title, description }) => {
  it('describe the page', () => {
    const url = `${brand.siteAddress}${path.slice(1)}`;
    expect(pageNodeOf(path)).toMatchObject({ '@id': url, url, name: title, description });
  });

  it('refer only to what they or the home page describe', () => {
    const described = new Set([...idsIn(graphOf(path), false), ...idsIn(graphOf('/'), false)]);
    expect(idsIn(graphOf(path), true).filter((id) => !described.has(id))).toEqual([]);
  });

  // Google requires two items at least, each with name and item but for the last.
  it('have the way to the page, unless it is home', () => {
    const { breadcrumb } = pageNodeOf(path);
    if (path === '/') expect(breadcrumb).toBeUndefined();
    else
      expect(breadcrumb).toEqual({
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: brand.name, item: brand.siteAddress },
          {
            '@type': 'ListItem',
            position: 2,
            name: title.replace(` · ${brand.name}`, ''),
            item: `${brand.siteAddress}${path.slice(1)}`,
          },
        ],
      });
  });

  // Google requires mainEntity, name, acceptedAnswer and text, all visible on the page.
  it('have the frequent questions that the page shows, and no others', async () => {
    const shown = [
      ...mainOf(await prerenderPage(path)).matchAll(
        /<summary[^>]*>((?:(?!<summary).)*)<\/summary><p[^>]*>(.*?)<\/p>/gs,
      ),
    ].map(([, question = '', answer = '']) => ({
      '@type': 'Question',
      name: textOf(question),
      acceptedAnswer: { '@type': 'Answer', text: textOf(answer) },
    }));
    const node = pageNodeOf(path);
    expect(node['@type'] === 'FAQPage').toBe(shown.length > 0);
    expect(node['mainEntity'] ?? []).toEqual(shown);
  });
});

test.each([
  ['/about', 'AboutPage'],
  ['/demo', 'ContactPage'],
  ['/pricing', 'FAQPage'],
  ['/campaign', 'FAQPage'],
  ['/', 'FAQPage'],
  ['/login', 'WebPage'],
])('%s is a %s', (path, type) => {
  expect(pageNodeOf(path)['@type']).toBe(type);
});

test('the home page describes the organization and the website', () => {
  // Google recommends name, url, logo, and ways to contact it.
  expect(nodesOf('/', 'Organization')).toEqual([
    expect.objectContaining({
      name: brand.name,
      legalName: brand.company,
      url: brand.siteAddress,
      logo: `${brand.siteAddress}icon-512.png`,
      email: brand.infoEmail,
      telephone: brand.phone,
    }),
  ]);
  // Google requires name and url for the site's name in search results.
  expect(nodesOf('/', 'WebSite')).toEqual([
    expect.objectContaining({ name: brand.name, url: brand.siteAddress }),
  ]);
});

test.each(['/', '/pricing'])('%s describes the product with the price of every plan', (path) => {
  const [product, ...others] = nodesOf(path, 'SoftwareApplication');
  expect(others).toEqual([]);
  // Google requires name and offers.price, with priceCurrency for a price above zero.
  expect(product).toMatchObject({ name: brand.name, url: brand.siteAddress });
  const offers = product?.['offers'] as Node[];
  const priced = plans.filter(({ priceInRupees }) => priceInRupees !== undefined);
  expect(offers.map(({ name, price }) => ({ name, price }))).toEqual(
    priced.map(({ name, priceInRupees }) => ({ name, price: priceInRupees })),
  );
  for (const { price, priceCurrency, priceSpecification } of offers) {
    expect(priceCurrency).toBe('INR');
    if (price === 0) expect(priceSpecification).toBeUndefined();
    else
      expect(priceSpecification).toMatchObject({
        '@type': 'UnitPriceSpecification',
        price,
        priceCurrency,
        referenceQuantity: { value: 1, unitCode: 'MON' },
      });
  }
});

test('no page claims ratings or reviews, which nobody gave', () => {
  for (const { path } of listedPages)
    expect(JSON.stringify(graphOf(path))).not.toMatch(/"(?:aggregateRating|review)"/);
});
