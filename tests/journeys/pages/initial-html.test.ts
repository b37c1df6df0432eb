import { beforeEach, expect, test } from 'vitest';
import { demoFormContent } from '#contract/demo-request-content.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { waitForFocusedHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { describeConditions } from '#tests/support/each-condition.ts';
import { chosenPlanContent as words } from '#web/content/sign-up.ts';

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

/** Cumulative layout shift so far. */
const shifts = () =>
  journey.page.evaluate(() =>
    (globalThis as never as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0),
  );
describeConditions(
  [
    ['/#/login', 'Log in'],
    ['/#/checkout', 'Sign up free to try now!'],
    ['/#/demo', 'Book a Demo'],
    ['/login', 'Log in'],
    ['/campaign', 'Hire 87% faster. Interview more of the people who apply.'],
    ['/pricing', 'Start free. Pay when you hire more.'],
    ['/terms', 'Terms of Use'],
  ] as const,
  ([address]) => address,
  ([address, heading]) => {
    test('is shown before any script, and nothing moves when the script runs', async () => {
      const { page } = journey;
      await page.goto(address, { waitUntil: 'commit' });
      const title = page.getByRole('heading', { level: 1, name: heading });
      await title.waitFor();
      expect(await page.getByRole('heading', { name: 'Find the few who shine' }).isVisible()).toBe(
        false,
      );
      const before = await title.boundingBox();
      go();
      await waitUntilMounted(journey.page);
      await title.waitFor();
      expect(await title.boundingBox()).toEqual(before);
      expect(await shifts()).toBeLessThan(0.005);
    });
  },
);

test('what is typed, ticked and submitted at the login before the script runs is not lost', async () => {
  const { visitor, page } = journey;
  visitor.expectConsole(/status of 401/);
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('asha@acme.example');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByLabel('Password', { exact: true }).click();
  await page.keyboard.type('quiet lantern river');
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  go();
  await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('Email').inputValue()).toBe('asha@acme.example');
  const password = page.getByLabel('Password', { exact: true });
  expect(await password.inputValue()).toBe('quiet lantern river');
  expect(await page.getByRole('checkbox', { name: /I agree/ }).isChecked()).toBe(true);
});

test('what is typed and chosen on the demo page before the script runs stays, and so does the cursor', async () => {
  const { page } = journey;
  await page.goto('/#/demo', { waitUntil: 'commit' });
  const dialCode = page.getByLabel(demoFormContent.dialCode);
  const message = page.getByLabel(demoFormContent.message);
  const name = page.getByLabel(demoFormContent.name);
  await dialCode.selectOption({ index: 3 });
  const chosen = await dialCode.inputValue();
  await message.fill('At noon');
  await name.click();
  await page.keyboard.type('Aa');
  await page.keyboard.press('ArrowLeft');
  go();
  await waitUntilMounted(journey.page);
  await page.keyboard.type('sh');
  expect(await name.inputValue()).toBe('Asha');
  expect(await message.inputValue()).toBe('At noon');
  expect(await dialCode.inputValue()).toBe(chosen);
  await page.reload();
  await waitUntilMounted(journey.page);
  expect(await name.inputValue()).toBe('Asha');
  expect(await message.inputValue()).toBe('At noon');
  expect(await dialCode.inputValue()).toBe(chosen);
});

test('who goes on typing after a press or Enter keeps the focus, and submits nothing', async () => {
  const { page } = journey;
  const posts: string[] = [];
  page.on('request', (request) => {
    // The page itself asks for a challenge for passkeys.
    const isChallenge = request.url().endsWith('/passkey/login/options');
    if (request.method() === 'POST' && !isChallenge) posts.push(request.url());
  });
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('Email').fill('asha@acme.example');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  const password = page.getByLabel('Password', { exact: true });
  await password.click();
  await page.keyboard.type('quiet');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' lantern');
  go();
  await waitUntilMounted(journey.page);
  await page.keyboard.type(' river');
  expect(await password.inputValue()).toBe('quiet lantern river');
  expect(posts).toEqual([]);
});

test('what was typed stays where an extension has changed the page', async () => {
  const { visitor, page } = journey;
  visitor.expectConsole(/Minified React error #418/);
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').click();
  await page.keyboard.type('asha@acme');
  await page.evaluate(() => document.activeElement?.after(document.createElement('div')));
  go();
  await waitUntilMounted(journey.page);
  await page.keyboard.type('.example');
  expect(await page.getByLabel('Email').inputValue()).toBe('asha@acme.example');
});

test('Back leads to where home was left by a link before the script ran', async () => {
  const { visitor, page } = journey;
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.stopCapture !== undefined);
  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }));
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/pricing"]')?.click());
  go();
  await waitForFocusedHeading(visitor, 'Start free. Pay when you hire more.');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});

test('an answer of the campaign that is opened before the script runs stays open', async () => {
  const { page } = journey;
  await page.goto('/campaign', { waitUntil: 'commit' });
  const question = page.locator('details').first();
  await question.locator('summary').click();
  go();
  await waitUntilMounted(journey.page);
  expect(await question.getAttribute('open')).not.toBeNull();
  await page.getByRole('main').getByRole('button', { name: 'Book a demo' }).first().click();
  await page.getByRole('dialog', { name: 'Book a demo' }).waitFor();
});

test('a press on the home page before the script runs takes effect when it does', async () => {
  const { page } = journey;
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Menu' }).click();
  go();
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).waitFor();
});

test('a link on the home page that is pressed before the script runs opens its page at the heading', async () => {
  const { visitor, page } = journey;
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click();
  go();
  await waitForFocusedHeading(visitor, 'Privacy Policy');
  expect(await page.evaluate(() => scrollY)).toBe(0);
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
  await waitUntilMounted(page);
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
  // The first event of a new page may have no movement, because the pointer's last place is unknown.
  await page.mouse.move(210, 310, { steps: 2 });
  await expect.poll(isLive).toBe(true);
});

test('a login in another tab, while the script loads, offers the app', async () => {
  const { site, page } = journey;
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
  go();
  await waitUntilMounted(journey.page);
  await page.getByRole('heading', { name: 'You are already logged in' }).waitFor();
});

test('a signed-in visitor is not shown the login first', async () => {
  const { site, page } = journey;
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
  await page.goto('/#/login', { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.stopCapture !== undefined);
  expect(await page.getByLabel('Email').count()).toBe(0);
  go();
  await page.getByRole('heading', { name: 'You are already logged in' }).waitFor();
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
