import { afterAll, expect, test, vi } from 'vitest';

const NAME = 'Finch "& Co" <b>';
const ADDRESS = 'https://finch.example/?a&b=';

// Other test files of this process have imported these modules with the current name.
vi.resetModules();
vi.doMock('#contract/brand.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#contract/brand.ts')>()),
  name: NAME,
  siteAddress: ADDRESS,
}));
const { escapeMarkup } = await import('#build/fill-placeholders.ts');
const { fillPlaceholders } = await import('#build/fill-placeholders.ts');
const { siteFiles } = await import('#build/site/plugins.ts');
const { pageHead } = await import('#build/site/page-head.ts');
const { sitemap } = await import('#build/site/sitemap.ts');

afterAll(() => {
  vi.doUnmock('#contract/brand.ts');
  vi.resetModules();
});

const home = { path: '/', title: `${NAME}: Hello`, description: 'Hello.', isListed: true };

const text = (file: string): string => siteFiles.find(({ name }) => name === file)?.text ?? '';

test('a new name is escaped in the page', () => {
  expect(fillPlaceholders('<title>{{name}}</title>', escapeMarkup)).toBe(
    '<title>Finch &quot;&amp; Co&quot; &lt;b></title>',
  );
});

test('an unknown placeholder throws', () => {
  expect(() => fillPlaceholders('{{nobody}}')).toThrow('No such value');
});

test('a new name and a new URL are in the files at the root', () => {
  expect(JSON.parse(text('site.webmanifest')).name).toBe(NAME);
  expect(text('robots.txt')).toContain(`Sitemap: ${ADDRESS}sitemap.xml`);
  expect(sitemap([home])).toContain('<loc>https://finch.example/?a&amp;b=</loc>');
});

test('a new name and a new URL are escaped in the head of a page', () => {
  const head = pageHead(home);
  expect(head).toContain('<title>Finch &quot;&amp; Co&quot; &lt;b>: Hello</title>');
  expect(head).toContain('<link rel="canonical" href="https://finch.example/?a&amp;b=">');
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? [];
  expect(json).not.toContain('<');
  expect(JSON.parse(json)['@graph'][0]).toMatchObject({ name: NAME, url: ADDRESS });
});
