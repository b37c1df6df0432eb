import { expect, test, vi } from 'vitest';
import { escapeMarkup } from '#build/site/escape-markup.ts';
import { fillBrand } from '#build/site/fill-brand.ts';
import { siteFiles } from '#build/site/site-files.ts';
import { structuredData } from '#build/site/structured-data.ts';

const NAME = 'Finch "& Co" <b>';
const ADDRESS = 'https://finch.example/?a&b=';

vi.mock('#contract/brand.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('#contract/brand.ts')>()),
  name: 'Finch "& Co" <b>',
  siteAddress: 'https://finch.example/?a&b=',
}));

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
