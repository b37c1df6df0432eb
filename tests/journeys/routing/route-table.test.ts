import { expect, test } from 'vitest';
import { headings } from '#tests/support/browser/headings.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { routes } from '#web/routing/routes.tsx';

const journey = setUpSite();

test('the table contains exactly the pages of the site', () => {
  expect(Object.keys(routes).sort()).toEqual(Object.keys(headings).sort());
});

test.each(Object.entries(headings))(
  '%s has its one heading, title and description',
  async (path, name) => {
    const { site } = journey;
    const visitor = await site.visitor({ reducedMotion: 'reduce' });
    const { page } = visitor;
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(?:blob:|data:)/.test(request.url()) && !request.url().startsWith(site.url))
        foreign.push(request.url());
    });
    await page.goto(`/#${path}`);
    const heading = page.getByRole('heading', { level: 1 });
    await heading.filter({ hasText: name }).waitFor();
    expect(await heading.count()).toBe(1);
    expect(await page.getByText('404 Not Found').count()).toBe(0);
    expect(await page.title()).toContain('Sitara');
    const description = await page.locator('meta[name="description"]').getAttribute('content');
    expect(description).not.toBe('There is no page at this address.');
    expect(foreign).toEqual([]);
  },
);
