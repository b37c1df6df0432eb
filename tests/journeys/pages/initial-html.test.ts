import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '#contract/storage-keys.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { chosenPlanContent as words } from '#web/content/chosen-plan.ts';

/** Lets the scripts load. */
let go: () => void;

const journey = setUpJourney({ context: { viewport: { width: 390, height: 800 } } });
beforeEach(async () => {
  const told = new Promise<void>((resolve) => {
    go = resolve;
  });
  await journey.page.route('**/assets/*.js', async (route) => {
    await told;
    await route.continue();
  });
  await journey.page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as never as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
});

/** Cumulative layout shift so far, to two decimals. */
const shifts = () =>
  journey.page.evaluate(() =>
    (globalThis as never as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
/** Delays the heading font until the returned function is called. */
const holdFonts = async (): Promise<() => void> => {
  let release = () => {};
  const isTime = new Promise<void>((resolve) => {
    release = resolve;
  });
  await journey.page.route('**/fonts/*', async (route) => {
    await isTime;
    await route.continue();
  });
  return release;
};

const isInItsFont = () =>
  journey.page.waitForFunction(() => document.fonts.check('650 20px "Bricolage Grotesque"'));

/** Paints and layout shifts are reported some frames later. */
const someFrames = () =>
  journey.page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  });

const isTakenOver = () => journey.page.waitForFunction(() => globalThis.earlyInput === undefined);

describe.each([
  ['/login', 'Log in'],
  ['/checkout', 'Sign up free to try now!'],
  ['/demo', 'Book a Demo'],
  ['/campaign', 'Hire 87% faster. Interview everyone who applies.'],
])('%s', (path, heading) => {
  test('is shown before any script, and nothing moves when the script runs', async () => {
    const { page } = journey;
    await page.goto(`/#${path}`, { waitUntil: 'commit' });
    const title = page.getByRole('heading', { level: 1, name: heading });
    await title.waitFor();
    expect(await page.getByRole('heading', { name: 'Find the few who shine' }).isVisible()).toBe(
      false,
    );
    const before = await title.boundingBox();
    go();
    await isTakenOver();
    await title.waitFor();
    expect(await title.boundingBox()).toEqual(before);
    expect(await shifts()).toBeLessThan(0.005);
  });
});

test('what is typed, ticked and submitted at the login before the script runs is not lost', async () => {
  const { visitor, page } = journey;
  visitor.expectConsole(/status of 401/);
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('asha@acme.example');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByLabel('Password', { exact: true }).click();
  await page.keyboard.type('quiet lantern');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.type(' river');
  go();
  await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('Email').inputValue()).toBe('asha@acme.example');
  const password = page.getByLabel('Password', { exact: true });
  expect(await password.inputValue()).toBe('quiet lantern river');
  expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(true);
});

test('a visitor can type while the script takes over', async () => {
  const { page } = journey;
  await page.goto('/#/checkout', { waitUntil: 'commit' });
  await page.getByLabel('Work email').click();
  await page.keyboard.type('asha@');
  go();
  await isTakenOver();
  await page.keyboard.type('acme.example');
  expect(await page.getByLabel('Work email').inputValue()).toBe('asha@acme.example');
});

test('a press on the home page before the script runs takes effect when it does', async () => {
  const { page } = journey;
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  go();
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).waitFor();
});

test('a link on the home page works before the script runs', async () => {
  const { page } = journey;
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Get started free' }).first().click();
  go();
  await page.getByRole('heading', { name: 'Sign up free to try now!' }).waitFor();
});

describe.each(['/', '/#/login', '/#/checkout', '/#/demo', '/#/campaign'])('%s', (path) => {
  test('keeps the line breaks of its headings when their font loads', async () => {
    const { page } = journey;
    go();
    const heights = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('h1, h2')]
          .filter((heading) => heading.getBoundingClientRect().top < innerHeight)
          .map(({ textContent, offsetHeight }) => [textContent, Math.round(offsetHeight / 8)]),
      );
    const seen = async () => {
      const all = [];
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      for (const width of [360, 390, 412, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        all.push(await heights());
      }
      return all;
    };
    await page.route('**/fonts/*', () => {});
    const before = await seen();
    await page.unroute('**/fonts/*');
    await page.goto('about:blank');
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    const after = await seen();
    expect(await page.evaluate(() => document.fonts.check('650 20px "Bricolage Grotesque"'))).toBe(
      true,
    );
    expect(after).toEqual(before);
  });
});

describe.each(['/', '/#/login', '/#/checkout', '/#/demo', '/#/campaign'])('%s', (path) => {
  test.each([360, 390, 412, 1440])(
    'does not shift when its font loads late: %i px',
    async (width) => {
      const { page } = journey;
      go();
      await page.setViewportSize({ width, height: 844 });
      const release = await holdFonts();
      await page.goto(path, { waitUntil: 'commit' });
      await page.locator('h1').waitFor();
      await someFrames();
      release();
      await isInItsFont();
      await someFrames();
      expect(await shifts()).toBeLessThan(0.005);
    },
  );
});

test('the heading of the campaign, its largest paint, is not repainted larger when the script takes over', async () => {
  const { page } = journey;
  await page.setViewportSize({ width: 412, height: 823 });
  const release = await holdFonts();
  await page.addInitScript(() => {
    const paints: string[] = [];
    Object.assign(globalThis, { paints });
    new PerformanceObserver((list) => {
      for (const { element } of list.getEntries() as never as { element: Element }[])
        paints.push(element.localName);
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto('/#/campaign', { waitUntil: 'commit' });
  const paints = () =>
    page.evaluate(() => (globalThis as never as { paints: string[] }).paints.join());
  await expect.poll(paints).toBe('h1');
  release();
  await isInItsFont();
  go();
  await isTakenOver();
  await someFrames();
  expect(await paints()).toBe('h1');
});

test('a plan that is chosen before the script runs is chosen', async () => {
  const { page } = journey;
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator('#root [data-plan="Pro"]').click();
  go();
  await page.getByRole('heading', { name: 'Sign up free to try now!' }).waitFor();
  await page.getByText('₹27,000', { exact: true }).waitFor();
});

test('a sign-up that was opened without typing shows its prerendered view again next time', async () => {
  const { page } = journey;
  go();
  await page.goto('/#/checkout');
  await page.waitForFunction(() => globalThis.earlyInput === undefined);
  await page.unroute('**/assets/*.js');
  await page.route('**/assets/*.js', () => {});
  await page.reload({ waitUntil: 'commit' });
  await page
    .locator('#prerendered')
    .getByRole('heading', { name: 'Sign up free to try now!' })
    .waitFor();
});

test('a resting pointer over the new page loads no script; a moving one does', async () => {
  const { page } = journey;
  go();
  // The page never finishes loading, because the script would then start by itself.
  await page.route('**/fonts/*', () => {});
  const isLive = () => page.evaluate(() => globalThis.earlyInput === undefined);
  await page.mouse.move(200, 300);
  const fetched = page.waitForResponse(/home-.*\.js/);
  await page.goto('/', { waitUntil: 'commit' });
  await fetched;
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  expect(await isLive()).toBe(false);
  await page.mouse.move(210, 310);
  await expect.poll(isLive).toBe(true);
});

test('a signed-in visitor is not shown the login first', async () => {
  const { site, page } = journey;
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.stopCapture !== undefined);
  expect(await page.getByLabel('Email').count()).toBe(0);
  go();
  await page.getByRole('heading', { name: 'You are already signed in' }).waitFor();
});

test.each([
  ['companyId', 1],
  [storageKeys.signUpDraft, 0],
])('with %s in the storage, the sign-up shows %i prerendered views', async (key, count) => {
  const { page } = journey;
  await page.addInitScript((name) => localStorage.setItem(name, '{}'), key);
  await page.goto('/#/checkout', { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.stopCapture !== undefined);
  expect(await page.getByLabel('Work email').count()).toBe(count);
  go();
  await page.getByLabel('Work email').waitFor();
});

test('a sign-up with a plan is not shown without it first', async () => {
  const { page } = journey;
  await page.goto('/#/checkout?plan=pro', { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.stopCapture !== undefined);
  expect(await page.getByLabel('Work email').count()).toBe(0);
  go();
  await page.getByText(`${words.label}: Pro`).waitFor();
});
