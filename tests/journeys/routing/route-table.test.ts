import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { routes } from '#web/routing/routes.tsx';

/** Every route of the site, with its heading. */
const HEADINGS: Record<string, string> = {
  '/': 'Find the few who shine',
  '/about': 'Good people get missed. We find them.',
  '/terms': 'Terms',
  '/privacy': 'Privacy Policy',
  '/demo': 'Book a Demo',
  '/pricing': 'Start free. Pay when you hire more.',
  '/checkout': 'Sign up free to try now!',
  '/thankyou': 'Thank you',
  '/campaign': 'Hire 87% faster. Interview everyone who applies.',
  '/thankyou_campaign': 'Thank you',
  '/login': 'Log in',
  '/forgotPassword': 'Forgot Password?',
  '/resetPassword': 'Forgot Password?',
  '/subscription-agreement': 'Master Subscription Agreement',
  '/demo/embed': 'Book a Demo',
  '/demo/schedule': 'Book a Demo',
};

const journey = setUpSite();

test('the table contains exactly the pages of the site', () => {
  expect(Object.keys(routes).sort()).toEqual(Object.keys(HEADINGS).sort());
});

test.each(Object.entries(HEADINGS))(
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
    expect(await auditPage(page)).toEqual([]);
    expect(foreign).toEqual([]);
  },
);
