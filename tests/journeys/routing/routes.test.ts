import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import {
  waitForFocusedHeading,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { CHUNK_TIMEOUT_MS } from '#web/routing/load-page.ts';

const CHUNK = /\/assets\/about-[^/]*\.js$/;

const journey = setUpSite();

test('a route sets the title, focuses its heading and starts at the top; Back restores the scroll position', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 320, height: 300 } });
  const { page } = visitor;
  await page.goto('/');
  await waitForHeading(visitor, 'Find the few who shine');
  expect(await page.title()).toBe('Sitara: AI video interviews and ranked shortlists');
  const start = page.getByRole('link', { name: 'Get started free' }).last();
  await start.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(0);
  await start.click();
  await waitForFocusedHeading(visitor, 'Sign up free to try now!');
  expect(await page.title()).toBe('Sign up · Sitara');
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await waitForFocusedHeading(visitor, 'Find the few who shine');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});

test('an unknown route shows the not-found page, which links home and to other pages', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.goto('/#/nowhere?section=faq');
  await waitForHeading(visitor, 'Unexpected Application Error!');
  await page.getByText('404 Not Found').waitFor();
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  expect(await links.allTextContents()).toEqual(['Pricing', 'Get a demo', 'Log In']);
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await waitForHeading(visitor, 'Find the few who shine');
});

test('a query inside the hash is not part of the path', async () => {
  const visitor = await journey.site.visitor();
  await visitor.page.goto('/#/checkout?utm_source=x');
  await waitForHeading(visitor, 'Sign up free to try now!');
});

test('without JavaScript the home page is shown', async () => {
  const visitor = await journey.site.visitor({ javaScriptEnabled: false });
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { name: 'Find the few who shine' }).waitFor();
  expect(await visitor.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(
    14_000,
  );
  await visitor.page.getByRole('link', { name: 'Get started free' }).first().waitFor();
  for (const text of ['50,000+', '₹13,200']) await visitor.page.getByText(text).first().waitFor();
  expect(await visitor.page.locator('details summary').count()).toBeGreaterThan(5);
});

test('without JavaScript a phone shows the navigation', async () => {
  const visitor = await journey.site.visitor({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const { page } = visitor;
  await page.goto('/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  for (const name of [
    'About us',
    'Pricing',
    'Resources',
    'Log In',
    'Get a demo',
    'Get started free',
  ])
    await menu.getByRole('link', { name }).waitFor();
  expect(await page.getByRole('button', { name: 'Menu' }).count()).toBe(0);
});

test('a route behind the hash never shows the home page first', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.route('**/assets/index-*.js', async (route) => {
    await page
      .getByRole('heading', { name: 'Find the few who shine' })
      .waitFor({ state: 'hidden' });
    await route.continue();
  });
  await page.goto('/#/checkout');
  await waitForHeading(visitor, 'Sign up free to try now!');
});

test('a visit starts at the skip link', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  for (const path of ['/', '/#/about']) {
    await page.goto(path);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !document.documentElement.dataset['route']);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content');
  }
});

test('the home page is laid out before and without any script', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  const sheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') sheets.push(request.url());
  });
  let go: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await told;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  const before = await heading.boundingBox();
  expect(before?.y).toBeLessThan(400);
  go();
  await page.waitForFunction(() => !document.documentElement.dataset['route']);
  await expect
    .poll(() => page.getByRole('link', { name: 'Pricing' }).first().isVisible())
    .toBe(true);
  await page.waitForLoadState('networkidle');
  expect(await heading.boundingBox()).toEqual(before);
  expect(sheets).toEqual([]);
});

test('the page stays under a progress line until the next one is ready', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  let go: () => void = () => {};
  const told = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(CHUNK, async (route) => {
    await told;
    await route.continue();
  });
  await page.goto('/#/pricing');
  await waitForHeading(visitor, 'Start free. Pay when you hire more.');
  await page.getByRole('link', { name: 'About us' }).first().click();
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Start free');
  go();
  await waitForFocusedHeading(visitor, 'Good people get missed. We find them.');
  expect(await page.getByRole('progressbar').count()).toBe(0);
});

test('a page whose chunk fails to load says so and why, and Try again loads it', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  visitor.expectConsole(/net::ERR_FAILED/);
  await page.route(CHUNK, (route) => route.abort());
  await page.goto('/#/pricing');
  await page.getByRole('link', { name: 'About us' }).first().click();
  await waitForHeading(visitor, 'Unexpected Application Error!');
  await page.getByText('Loading chunk failed: Failed to fetch').waitFor();
  expect(await auditPage(page)).toEqual([]);
  await page.unroute(CHUNK);
  await page.getByRole('button', { name: 'Try again' }).click();
  await waitForHeading(visitor, 'Good people get missed. We find them.');
});

test('a chunk that never arrives fails after 120 seconds', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.clock.install();
  await page.route(CHUNK, () => {});
  await page.goto('/#/pricing');
  await page.getByRole('link', { name: 'About us' }).first().click();
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  await page.clock.runFor(CHUNK_TIMEOUT_MS - 1000);
  expect(await page.getByText('Loading chunk failed').count()).toBe(0);
  await page.clock.runFor(1000);
  await page.getByText('Loading chunk failed: no answer within 120 seconds').waitFor();
});

test('a page that was open during a deployment is reloaded by itself', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  visitor.expectConsole(/status of 404/);
  await page.goto('/#/pricing');
  await waitForHeading(visitor, 'Start free. Pay when you hire more.');
  await waitUntilMounted(page);
  await page.waitForLoadState('networkidle');
  // A deployment changes the names of chunks: an old document requests ones that no longer exist.
  await routeOnce(page, `${site.url}/`, (route) => route.fulfill({ body: 'a new version' }));
  await routeOnce(page, CHUNK, (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'About us' }).first().click();
  await waitForHeading(visitor, 'Good people get missed. We find them.');
});

test('a new page is never painted at the scroll position of the previous one', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 390, height: 800 } });
  const { page } = visitor;
  await page.goto('/#/pricing');
  for (const [path, heading] of [
    ['/about', 'Good people get missed. We find them.'],
    ['/terms', 'Terms of Use'],
    ['/campaign', 'Hire 87% faster. Interview more of the people who apply.'],
    ['/demo/embed', 'Book a Demo'],
  ] as const) {
    await waitUntilMounted(page);
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    await page.evaluate((hash) => {
      const frames: [heading: string, top: number][] = [];
      const record = () => {
        frames.push([document.querySelector('h1')?.textContent ?? '', scrollY]);
        requestAnimationFrame(record);
      };
      requestAnimationFrame(record);
      Object.assign(globalThis, { paintedFrames: frames });
      location.hash = hash;
    }, path);
    await waitForFocusedHeading(visitor, heading);
    const frames = await page.evaluate(
      () => (globalThis as never as { paintedFrames: [string, number][] }).paintedFrames,
    );
    expect(frames.filter(([text, top]) => text === heading && top > 0)).toEqual([]);
  }
});
