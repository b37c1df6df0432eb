import { describe, expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { headings } from '#tests/support/browser/headings.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions, FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { chosenPlanContent as words } from '#web/content/sign-up.ts';

const journey = setUpSite();

/** A page of a session shows the page before it, which is in the list. */
const pages = { ...headings, '/nowhere': 'Unexpected Application Error!' };

/** Both widths and both schemes are in the first two. */
const windows = [
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
] as const;
const titleOf = ({ width, colorScheme }: (typeof windows)[number]) =>
  `at ${width} px in ${colorScheme}`;

describeConditions(windows, titleOf, ({ width, colorScheme }) => {
  test('every page has its heading and no axe violation', async () => {
    const visitor = await journey.site.visitor({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    for (const [path, heading] of Object.entries(pages)) {
      await visitor.page.goto(`/#${path}`);
      await waitForHeading(visitor, heading);
      expect([path, ...(await auditPage(visitor.page))]).toEqual([path]);
    }
  });
});

test('a plan chosen on the pricing page is named in the sign-up', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.goto('/#/pricing');
  // Before, the browser follows the link, whose address has the plan, too.
  await waitUntilMounted(page);
  await page.getByRole('listitem').filter({ hasText: '₹27,000' }).getByRole('link').click();
  await waitForHeading(visitor, 'Sign up free to try now!');
  await page.getByText('Pro', { exact: true }).waitFor();
  // Not every system font has a ₹; the heading font contains it.
  const fonts = page
    .getByText('₹27,000', { exact: true })
    .evaluate((price) => getComputedStyle(price).fontFamily);
  expect(await fonts).toMatch(/^"Bricolage Rupee", "Bricolage Grotesque"/);
  expect(await page.evaluate(() => history.state)).toMatchObject({ email: '', plan: 'Pro' });
});

testConditions(
  ['/', '/#/pricing'],
  (path) => `a plan that is chosen on ${path} in a new tab is named there too, and after a reload`,
  async (path) => {
    const visitor = await journey.site.visitor();
    const { page } = visitor;
    await page.goto(path);
    await waitUntilMounted(page);
    for (const [slug, plan] of [
      ['quick-start', 'Quick Start'],
      ['starter', 'Starter'],
      ['pro', 'Pro'],
    ] as const) {
      const address = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: plan }) })
        .getByRole('link')
        .evaluate((link) => (link as HTMLAnchorElement).href);
      // A new tab gets the URL only, without history state.
      const tab = await page.context().newPage();
      await tab.goto(await address);
      await tab.getByText(`${words.label}: ${plan}`).waitFor();
      expect(new URL(tab.url()).hash).toBe(`#/checkout?plan=${slug}`);
      await tab.reload();
      await tab.getByText(`${words.label}: ${plan}`).waitFor();
      expect(await tab.getByRole('banner').getByRole('link', { name: 'Pricing' }).count()).toBe(0);
      await tab.close();
    }
  },
);

testConditions(
  ['/#/checkout?plan=enterprise', '/#/checkout?plan=%3Cb%3Epro', '/?plan=free#/checkout'],
  (address) => `${address} names an unknown plan, and none is shown`,
  async (address) => {
    const visitor = await journey.site.visitor();
    await visitor.page.goto(address);
    await waitForHeading(visitor, 'Sign up free to try now!');
    expect(await visitor.page.getByText(words.label).count()).toBe(0);
  },
);

test.each([
  ['/#/campaign?section=hire', 'From 6–8 hires a month to 18–20'],
  ['/?section=customers#/campaign', 'From teams that no longer screen by phone'],
])('%s scrolls to its section', async (address, heading) => {
  const visitor = await journey.site.visitor({ reducedMotion: 'reduce' });
  await visitor.page.goto(address);
  const block = visitor.page.getByRole('heading', { level: 2, name: heading });
  const top = () => block.evaluate((node) => node.getBoundingClientRect().top);
  await expect.poll(top).toBeLessThan(300);
  expect(await top()).toBeGreaterThanOrEqual(0);
});

test('the seven questions of the campaign page open and close separately, by keyboard', async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.goto('/#/campaign');
  const questions = page.locator('details');
  await questions.first().waitFor();
  expect(await questions.count()).toBe(7);
  const opened = () => questions.evaluateAll((all) => all.map((one) => one.hasAttribute('open')));
  for (const index of [1, 4]) {
    await questions.nth(index).locator('summary').focus();
    await page.keyboard.press('Enter');
  }
  expect(await opened()).toEqual([false, true, false, false, true, false, false]);
  await questions.nth(1).locator('summary').focus();
  await page.keyboard.press('Space');
  expect(await opened()).toEqual([false, false, false, false, true, false, false]);
});

test('every Book a demo button of the campaign page opens the form and gets focus back', async () => {
  const visitor = await journey.site.visitor({ reducedMotion: 'reduce' });
  const { page } = visitor;
  await page.goto('/#/campaign');
  const buttons = page.getByRole('button', { name: 'Book a demo' });
  await buttons.first().waitFor();
  const count = await buttons.count();
  expect(count).toBeGreaterThanOrEqual(5);
  for (let index = 0; index < count; index += 1) {
    await buttons.nth(index).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await buttons.nth(index).evaluate((node) => node === document.activeElement)).toBe(true);
  }
});

test.each(['/demo/embed', '/demo/schedule'])(
  '%s without an address shows no frame, and links to the demo form',
  async (path) => {
    const visitor = await journey.site.visitor();
    const { page } = visitor;
    await page.goto(`/#${path}`);
    const toForm = page.getByRole('link', { name: 'Go to the demo form' });
    await toForm.waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await toForm.click();
    await page.getByLabel(/Full name/).waitFor();
  },
);

test('the campaign’s thank-you page says what happens next', async () => {
  const visitor = await journey.site.visitor();
  await visitor.page.goto('/#/thankyou_campaign');
  await waitForHeading(visitor, 'Thank you');
  await visitor.page.getByText('Our team will reach out shortly.').waitFor();
  const next = visitor.page.getByRole('list', { name: 'What happens next' });
  expect(await next.getByRole('listitem').allTextContents()).toEqual([
    'Requested',
    'We write',
    'We meet',
  ]);
  expect(
    await visitor.page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents(),
  ).toEqual(['Screen 8x more candidates', 'Hire 87% faster', 'Interview 70% cheaper']);
});

describe('on paper', FURTHER, () => {
  testConditions(
    ['light', 'dark'] as const,
    (colorScheme) => `printed pages are readable, and every plan has its edge, in ${colorScheme}`,
    async (colorScheme) => {
      const visitor = await journey.site.visitor({ colorScheme, reducedMotion: 'reduce' });
      const { page } = visitor;
      for (const path of ['/pricing', '/campaign', '/about']) {
        await page.goto(`/#${path}`);
        await waitForHeading(visitor, headings[path] ?? '');
        await page.emulateMedia({ media: 'print' });
        const problems = await auditPage(page);
        expect([path, ...problems.filter((problem) => problem.startsWith('color'))]).toEqual([
          path,
        ]);
        if (path === '/pricing') {
          const plans = page.getByRole('listitem').filter({ has: page.getByText('Job posts') });
          const edges = await plans.evaluateAll((cards) =>
            cards.map((card) => getComputedStyle(card).borderBlockStartColor),
          );
          expect(edges).toHaveLength(4);
          expect(edges).not.toContain('rgb(255, 255, 255)');
        }
        await page.emulateMedia({ media: null });
      }
    },
  );
});
