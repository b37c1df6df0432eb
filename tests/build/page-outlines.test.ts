import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { outlineFaults, outlineOf } from '#tests/support/page-outline.ts';
import { prerenderPage } from '#tests/support/prerender-page.ts';
import { routes } from '#web/routing/routes.tsx';

const APPROVED = join(import.meta.dirname, '..', 'approved', 'outlines');
/** Their clauses are many and alike. */
const LEGAL = ['/terms', '/subscription-agreement', '/privacy'];
const NOT_FOUND = '/no-such-page';

describe.each([...Object.keys(routes), NOT_FOUND])('%s', (path) => {
  let html: string;
  beforeAll(async () => {
    html = await prerenderPage(path);
  });

  test.skipIf(LEGAL.includes(path))(
    'has the approved landmarks, headings, links, controls and images for a screen reader',
    async () => {
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-');
      await expect(`${outlineOf(html)}\n`).toMatchFileSnapshot(join(APPROVED, `${name}.txt`));
    },
  );

  test('has one title, names for all controls, and links that lead somewhere', () => {
    expect(outlineFaults(html, (to) => to in routes)).toEqual([]);
  });
});
