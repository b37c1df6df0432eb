import { afterAll, beforeAll, expect, test } from 'vitest';
import { atHeading } from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site } from '#tests/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site?.close());

test('a route sets the title, focuses its heading and begins at the top; Back restores the scroll', async () => {
  const visitor = await site.visitor({ viewport: { width: 320, height: 300 } });
  const { page } = visitor;
  await page.goto('/');
  await atHeading(visitor, 'Find the few who shine');
  expect(await page.title()).toBe('Sitara: Find the few who shine.');
  const start = page.getByRole('link', { name: 'Get started free' });
  await start.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(0);
  await start.click();
  await atHeading(visitor, 'Sign up free to try now!');
  expect(await page.title()).toBe('Sign up · Sitara');
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page.goBack();
  await atHeading(visitor, 'Find the few who shine');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  await visitor.leave();
});

test('an address that no page has says so, and leads home', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  await page.goto('/#/nowhere?section=faq');
  await atHeading(visitor, 'Unexpected Application Error!');
  await page.getByText('404 Not Found').waitFor();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await atHeading(visitor, 'Find the few who shine');
  await visitor.leave();
});

test('a query inside the hash is no part of the path', async () => {
  const visitor = await site.visitor();
  await visitor.page.goto('/#/checkout?utm_source=x');
  await atHeading(visitor, 'Sign up free to try now!');
  await visitor.leave();
});

test('without JavaScript the home page is there all the same', async () => {
  const visitor = await site.visitor({ javaScriptEnabled: false });
  await visitor.page.goto('/');
  await visitor.page.getByRole('heading', { name: 'Find the few who shine' }).waitFor();
  await visitor.page.getByRole('link', { name: 'Get started free' }).first().waitFor();
  for (const text of ['50,000+', '₹13,200']) await visitor.page.getByText(text).first().waitFor();
  expect(await visitor.page.locator('details summary').count()).toBeGreaterThan(5);
  await visitor.leave();
});

test('an address behind the hash never shows the home page first', async () => {
  const visitor = await site.visitor();
  const { page } = visitor;
  await page.route('**/assets/index-*.js', async (route) => {
    await page
      .getByRole('heading', { name: 'Find the few who shine' })
      .waitFor({ state: 'hidden' });
    await route.continue();
  });
  await page.goto('/#/checkout');
  await atHeading(visitor, 'Sign up free to try now!');
  await visitor.leave();
});
