import { describe, expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions, FURTHER, testConditions } from '#tests/support/each-condition.ts';

const PAGES = [
  ['/terms', 'Terms of Use'],
  ['/subscription-agreement', 'Master Subscription Agreement'],
  ['/privacy', 'Privacy Policy'],
] as const;
const WIDE = { width: 1440, height: 900 };

const journey = setUpSite();

const hash = ({ page }: Visitor): Promise<string> => page.evaluate(() => location.hash);
const scrolled = ({ page }: Visitor): Promise<number> => page.evaluate(() => Math.round(scrollY));

/** How far below the window's top a section or clause starts. */
const topOf = ({ page }: Visitor, clause: string): Promise<number> =>
  page.locator(`[id="clause-${clause}"]`).evaluate((node) => node.getBoundingClientRect().top);

/** Waits until the page has observed its own scrolling. */
const twoFrames = ({ page }: Visitor): Promise<unknown> =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );

/** Waits until a clause is marked, focused, and near the window's top. */
const atClause = async (visitor: Visitor, clause: string): Promise<void> => {
  const place = visitor.page.locator(`[id="clause-${clause}"][data-marked]`);
  await place.waitFor();
  await expect.poll(() => place.evaluate((node) => node === document.activeElement)).toBe(true);
  await expect.poll(() => topOf(visitor, clause)).toBeLessThan(100);
  expect(await topOf(visitor, clause)).toBeGreaterThanOrEqual(0);
};

testConditions(
  PAGES,
  ([path]) => `${path} opens at its top, in a chunk of its own`,
  async ([path, heading]) => {
    const visitor = await journey.site.visitor({ viewport: WIDE });
    const { page } = visitor;
    const chunks: string[] = [];
    page.on('request', (request) => chunks.push(new URL(request.url()).pathname));
    await page.goto(`/#${path}`);
    await waitForHeading(visitor, heading);
    await waitUntilMounted(page);
    expect(await page.title()).toBe(`${heading} · Sitara`);
    expect(await scrolled(visitor)).toBe(0);
    await page.getByText('Last Updated January 12, 2024').waitFor();
    const texts = chunks.filter((chunk) =>
      /\/(?:terms|subscription-agreement|privacy)-/.test(chunk),
    );
    expect(texts.every((chunk) => chunk.includes(`${path}-`))).toBe(true);
    expect(texts.length).toBeGreaterThan(0);
  },
);

test('a link to a clause opens there, and the clause is marked', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  await visitor.page.goto('/#/subscription-agreement?clause=7.2');
  await atClause(visitor, '7.2');
  await visitor.page.goto('/?clause=E2.10#/subscription-agreement');
  await atClause(visitor, 'E2.10');
});

test('a clause is found in any notation of its number', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  await visitor.page.goto('/#/subscription-agreement?clause=%20e2.010');
  await atClause(visitor, 'E2.10');
  await visitor.page.locator('[id="clause-E2.10"]').getByRole('link', { name: 'Clause' }).click();
  await atClause(visitor, 'E2.10');
  expect(await hash(visitor)).toBe('#/subscription-agreement?clause=E2.10');
});

test('a clause in the query before the hash applies to the first text only', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  const { page } = visitor;
  await page.goto('/?clause=7.2&utm_source=mail#/subscription-agreement');
  await atClause(visitor, '7.2');
  await page.getByRole('link', { name: 'Terms', exact: true }).first().click();
  await waitForHeading(visitor, 'Terms of Use');
  expect(await scrolled(visitor)).toBe(0);
  expect(new URL(page.url()).search).toBe('?utm_source=mail');
  expect(await hash(visitor)).toBe('#/terms');
});

testConditions(
  PAGES,
  ([path]) =>
    `every entry of the contents of ${path} leads to the section and is then marked as current`,
  async ([path]) => {
    const visitor = await journey.site.visitor({ viewport: WIDE });
    const { page } = visitor;
    await page.goto(`/#${path}`);
    const contents = page.getByRole('navigation', { name: 'Contents' });
    const current = contents.locator('[aria-current]');
    await contents.waitFor();
    for (const entry of await contents.getByRole('link').all()) {
      const name = await entry.textContent();
      await entry.click();
      await page.locator(`#clause-${name?.split(' ', 1)[0]}[data-marked]`).waitFor();
      await twoFrames(visitor);
      await expect.poll(() => current.textContent()).toBe(name);
    }
  },
);

test('scrolling on after a jump marks the next section as current', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  const { page } = visitor;
  await page.goto('/#/privacy?clause=17');
  await atClause(visitor, '17');
  const current = page.getByRole('navigation', { name: 'Contents' }).locator('[aria-current]');
  await expect.poll(() => current.textContent()).toBe('17 Business Transaction');
  const below = await topOf(visitor, '18');
  await page.evaluate((by) => scrollBy(0, by), below);
  await expect.poll(() => current.textContent()).toBe('18 Security');
});

test('the marked clause and section have an outline in forced colours', FURTHER, async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  const { page } = visitor;
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [clause, marked] of [
    ['7.2', '[id="clause-7.2"]'],
    ['7', '[id="clause-7"] > h2'],
  ] as const) {
    await page.goto(`/#/subscription-agreement?clause=${clause}`);
    await atClause(visitor, clause);
    const { outlineStyle, outlineColor } = await page
      .locator(marked)
      .evaluate((node) => ({ ...getComputedStyle(node) }));
    expect(outlineStyle).toBe('solid');
    expect(outlineColor).not.toBe('rgba(0, 0, 0, 0)');
  }
});

test('the number of a section is a link with its name, large enough for touch', async () => {
  for (const width of [1440, 390]) {
    const visitor = await journey.site.visitor({ viewport: { width, height: 800 } });
    await visitor.page.goto('/#/subscription-agreement');
    const section = visitor.page.getByRole('link', { name: 'Section 1', exact: true });
    await section.waitFor();
    const { width: wide = 0, height: high = 0 } = (await section.boundingBox()) ?? {};
    expect(Math.min(wide, high)).toBeGreaterThanOrEqual(24);
  }
});

test('an unknown clause opens the text at its top', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  await visitor.page.goto('/#/terms?clause=99.9');
  await waitForHeading(visitor, 'Terms of Use');
  expect(await scrolled(visitor)).toBe(0);
});

test('the contents navigate within the route and mark the section being read', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  const { page } = visitor;
  await page.goto('/#/subscription-agreement');
  await waitForHeading(visitor, 'Master Subscription Agreement');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const current = contents.locator('[aria-current]');

  await contents.getByRole('link', { name: '13 Limitation of Liability' }).click();
  await atClause(visitor, '13');
  expect(await hash(visitor)).toBe('#/subscription-agreement?clause=13');
  await expect.poll(() => current.textContent()).toBe('13 Limitation of Liability');

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => current.textContent()).toBe('E3 Data Protection Policy');
  expect(await hash(visitor)).toBe('#/subscription-agreement?clause=13');

  await contents.getByRole('link', { name: '13 Limitation of Liability' }).click();
  await atClause(visitor, '13');
});

test('a reference leads to its clause, and Back to the reading position', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  const { page } = visitor;
  await page.goto('/#/subscription-agreement?clause=16');
  await atClause(visitor, '16');
  const reference = page.locator('[id="clause-15.2"]').getByRole('link', { name: 'clause 14.5' });
  await reference.scrollIntoViewIfNeeded();
  const reading = await scrolled(visitor);
  await reference.click();
  await atClause(visitor, '14.5');
  await page.goBack();
  await expect.poll(() => scrolled(visitor)).toBe(reading);
});

test('the terms link to the agreement, and the agreement to a section of the policy', async () => {
  const visitor = await journey.site.visitor({ viewport: WIDE });
  const { page } = visitor;
  await page.goto('/#/terms');
  await waitForHeading(visitor, 'Terms of Use');
  await page.getByRole('link', { name: 'Master Subscription Agreement' }).first().click();
  await waitForHeading(visitor, 'Master Subscription Agreement');
  await page.getByRole('link', { name: 'cookie section of the Privacy Policy' }).click();
  await atClause(visitor, '12');
  expect(await hash(visitor)).toBe('#/privacy?clause=12');
});

test('on a phone the contents collapse into one line and work by keyboard', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto('/#/privacy');
  await waitForHeading(visitor, 'Privacy Policy');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  expect(await contents.isVisible()).toBe(false);
  const summary = page.locator('summary');
  await summary.focus();
  await page.keyboard.press('Enter');
  await contents.waitFor();
  const cookies = contents.getByRole('link', { name: '12 Cookies' });
  for (let presses = 0; presses < 12; presses += 1) await page.keyboard.press('Tab');
  expect(await cookies.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await atClause(visitor, '12');
  await contents.waitFor({ state: 'hidden' });
  const bar = await summary.evaluate((node) => node.getBoundingClientRect().bottom);
  expect(await topOf(visitor, '12')).toBeGreaterThanOrEqual(Math.floor(bar));
  await expect.poll(() => summary.textContent()).toContain('12 Cookies');
});

test('Escape collapses the contents again and returns focus to their line', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto('/#/terms');
  await waitForHeading(visitor, 'Terms of Use');
  await waitUntilMounted(page);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const summary = page.locator('summary');
  const hasFocus = () => summary.evaluate((node) => node === document.activeElement);
  for (const presses of [0, 3]) {
    await summary.focus();
    await page.keyboard.press('Enter');
    await contents.waitFor();
    for (let press = 0; press < presses; press += 1) await page.keyboard.press('Tab');
    expect(await hasFocus()).toBe(presses === 0);
    await page.keyboard.press('Escape');
    await contents.waitFor({ state: 'hidden' });
    expect(await hasFocus()).toBe(true);
  }
  expect(await hash(visitor)).toBe('#/terms');
});

test('the open contents collapse when focus or a press goes elsewhere, and on Escape from anywhere', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto('/#/terms?clause=4');
  await atClause(visitor, '4');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  const summary = page.locator('summary');
  const open = async () => {
    await summary.click();
    await contents.waitFor();
  };
  await open();
  await contents.getByRole('link').last().focus();
  await page.keyboard.press('Tab');
  await contents.waitFor({ state: 'hidden' });
  expect(await summary.evaluate((node) => node === document.activeElement)).toBe(false);

  await open();
  await page.mouse.click(380, 830);
  await contents.waitFor({ state: 'hidden' });

  await open();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('Escape');
  await contents.waitFor({ state: 'hidden' });
  expect(await summary.evaluate((node) => node === document.activeElement)).toBe(true);
});

testConditions(
  PAGES,
  ([path]) => `the contents of ${path} fit when they open at its top`,
  async ([path]) => {
    const visitor = await journey.site.visitor({ viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    await page.goto(`/#${path}`);
    await page.locator('summary').click();
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.waitFor();
    const bottom = () =>
      contents.evaluate((node) => Math.round(node.getBoundingClientRect().bottom - innerHeight));
    await expect.poll(bottom).toBeLessThanOrEqual(0);
  },
);

test('a text that was scrolled before the app is mounted stays there', FURTHER, async () => {
  const visitor = await journey.site.visitor();
  const { page } = visitor;
  await page.addInitScript(() => addEventListener('load', () => scrollTo(0, 900)));
  await page.goto('/terms');
  await waitUntilMounted(page);
  expect(await scrolled(visitor)).toBe(900);
});

test('contents that were opened before the app is mounted fit, too', FURTHER, async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  let start = () => {};
  const isOpened = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route('**/assets/index-*.js', async (route) => {
    await isOpened;
    await route.continue();
  });
  await page.goto('/terms', { waitUntil: 'commit' });
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await page.locator('summary').click();
  await contents.waitFor();
  start();
  const bottom = () =>
    contents.evaluate((node) => Math.round(node.getBoundingClientRect().bottom - innerHeight));
  await expect.poll(bottom).toBeLessThanOrEqual(0);
});

test('the contents open at the section that is being read', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto('/#/subscription-agreement?clause=E3.12');
  await atClause(visitor, 'E3.12');
  const summary = page.locator('summary');
  await expect.poll(() => summary.textContent()).toContain('Exhibit 3');
  const reading = await scrolled(visitor);
  await summary.click();
  const current = page.getByRole('navigation', { name: 'Contents' }).locator('[aria-current]');
  const isInSheet = () =>
    current.evaluate((node) => {
      const sheet = node.closest('nav')?.getBoundingClientRect();
      const { top, bottom } = node.getBoundingClientRect();
      return sheet !== undefined && top >= sheet.top && bottom <= sheet.bottom;
    });
  await expect.poll(isInSheet).toBe(true);
  expect(await scrolled(visitor)).toBe(reading);
});

test('a jump to the end marks the last section as current, and one to the top the first', async () => {
  const visitor = await journey.site.visitor({ viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto('/#/privacy?clause=12.1');
  await atClause(visitor, '12.1');
  const summary = page.locator('summary');
  await expect.poll(() => summary.textContent()).toContain('12 Cookies');
  await page.keyboard.press('End');
  await expect.poll(() => summary.textContent()).toContain('22 Contact Information');
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => summary.textContent()).toContain('1 Information We Collect');
});

describe('at a marked clause', FURTHER, () => {
  describeConditions(
    [
      { viewport: { width: 320, height: 700 }, colorScheme: 'dark' },
      { viewport: WIDE, colorScheme: 'light' },
    ] as const,
    ({ viewport, colorScheme }) => `at ${viewport.width} px, ${colorScheme}`,
    (window) => {
      testConditions(
        PAGES,
        ([path]) => `${path} has no axe violations`,
        async ([path, heading]) => {
          const visitor = await journey.site.visitor(window);
          await visitor.page.goto(`/#${path}?clause=2.1`);
          await visitor.page.getByRole('heading', { level: 1, name: heading }).waitFor();
          await atClause(visitor, '2.1');
          expect(await auditPage(visitor.page)).toEqual([]);
        },
      );
    },
  );
});
