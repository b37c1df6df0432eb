import { expect, test, vi } from 'vitest';
import { escapeMarkup } from '#build/escape-markup.ts';
import { fillBrand } from '#build/fill-brand.ts';
import { siteFiles } from '#build/site-files.ts';
import { structuredData } from '#build/structured-data.ts';

const NAME = 'Finch "& Co" <b>';
const ADDRESS = 'https://finch.example/?a&b=';

vi.mock('#contract/brand.ts', async (importOriginal) => {
  const { brand } = await importOriginal<typeof import('#contract/brand.ts')>();
  return {
    brand: { ...brand, name: 'Finch "& Co" <b>', siteAddress: 'https://finch.example/?a&b=' },
  };
});

const text = (file: string): string => siteFiles.find(({ name }) => name === file)?.text ?? '';

test('a new name is safe in the page, whatever it is made of', () => {
  expect(fillBrand('<title>{{name}}</title>', escapeMarkup)).toBe(
    '<title>Finch &quot;&amp; Co&quot; &lt;b></title>',
  );
});

test('a placeholder that nothing fills is refused', () => {
  expect(() => fillBrand('{{nobody}}')).toThrow('No such value');
});

test('a new name and a new address reach the files at the root', () => {
  expect(JSON.parse(text('site.webmanifest')).name).toBe(NAME);
  expect(text('robots.txt')).toContain(`Sitemap: ${ADDRESS}sitemap.xml`);
  expect(text('sitemap.xml')).toContain('<loc>https://finch.example/?a&amp;b=</loc>');
  expect(structuredData['@graph'][0]).toMatchObject({ name: NAME, url: ADDRESS });
});
