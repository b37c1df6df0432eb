import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '#build/root.ts';
import { pageHead } from '#build/site/page-head.ts';
import { sitemap, socialImageFile } from '#build/site/sitemap.ts';
import { headPages, listedPages } from '#tests/support/head-pages.ts';
import { onEmbeddedDatabase } from '#tests/support/server/on-embedded-database.ts';

onEmbeddedDatabase(
  'what search engines and link previews get from the built site',
  (server) => {
    it('has the head of the home page', async () => {
      const [home] = listedPages;
      const { text } = await server().client().get('/');
      expect(text).toContain(home && pageHead(home));
      expect(text.match(/<title>/g)).toHaveLength(1);
    });

    it('has the sitemap that robots.txt names', async () => {
      const response = await server().client().get('/sitemap.xml');
      expect(response.headers['content-type']).toMatch(/^application\/xml/);
      expect(response.text).toBe(sitemap(headPages));
    });

    it.each(listedPages)('has the social image of $path', async ({ path }) => {
      const { status, headers } = await server()
        .client()
        .get(`/${socialImageFile(path)}`);
      expect([status, headers['content-type']]).toEqual([200, 'image/png']);
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    });
  },
  { config: { webRoot: join(ROOT, 'dist', 'web') } },
);
