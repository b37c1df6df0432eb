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
const { escapeMarkup } = await import('#build/site/escape-markup.ts');
const { fillBrand } = await import('#build/site/fill-brand.ts');
const { siteFiles } = await import('#build/site/site-files.ts');
const { structuredData } = await import('#build/site/structured-data.ts');

afterAll(() => {
  vi.doUnmock('#contract/brand.ts');
  vi.resetModules();
});

const text = (file: string): string => siteFiles.find(({ name }) => name === file)?.text ?? '';

test('a new name is escaped in the page', () => {
  expect(fillBrand('<title>{{name}}</title>', escapeMarkup)).toBe(
    '<title>Finch &quot;&amp; Co&quot; &lt;b></title>',
  );
});

test('an unknown placeholder throws', () => {
  expect(() => fillBrand('{{nobody}}')).toThrow('No such value');
});

test('a new name and a new URL are in the files at the root', () => {
  expect(JSON.parse(text('site.webmanifest')).name).toBe(NAME);
  expect(text('robots.txt')).toContain(`Sitemap: ${ADDRESS}sitemap.xml`);
  expect(text('sitemap.xml')).toContain('<loc>https://finch.example/?a&amp;b=</loc>');
  expect(structuredData['@graph'][0]).toMatchObject({ name: NAME, url: ADDRESS });
});
