import { beforeEach, describe, expect, test } from 'vitest';
import { waitForFocusedHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { holdTasks } from '#tests/support/browser/hold-tasks.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';

const journey = setUpJourney();

const links = [
  { page: '/', region: 'banner', name: 'Pricing', heading: 'Start free. Pay when you hire more.' },
  { page: '/campaign', region: 'contentinfo', name: 'Privacy', heading: 'Privacy Policy' },
  { page: '/', region: 'contentinfo', name: 'Privacy', heading: 'Privacy Policy' },
  { page: '/#/login', region: 'contentinfo', name: 'Terms', heading: 'Terms of Use' },
  { page: '/', region: 'main', name: 'Get started free', heading: 'Sign up free to try now!' },
] as const;

/** How many tasks run before a press; 40 to 310 precede the end of the mount. */
const moments = [
  { tasks: 60, isLong: false },
  { tasks: 0, isLong: true },
  { tasks: 0, isLong: false },
  { tasks: 9, isLong: true },
];

/** Two frames: the layout that a jump to the end of a page causes is complete. */
const nextFrames = () =>
  journey.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );

testConditions(
  moments,
  ({ tasks, isLong }) =>
    `a link that is pressed after ${tasks} tasks of the app’s start opens its page, ${isLong ? 'released after it' : 'released before its end'}`,
  async ({ tasks, isLong }) => {
    const { page, visitor } = journey;
    await page.addInitScript(holdTasks);
    for (const [index, { page: address, region, name, heading }] of links.entries()) {
      // A query of its own, so that each press has a new document.
      const query = `?link=${index}`;
      await page.goto(
        address.replace(/#|$/, (hash) => query + hash),
        { waitUntil: 'commit' },
      );
      await page.waitForFunction(() => globalThis.stopCapture !== undefined);
      const link = page.getByRole(region).getByRole('link', { name }).first();
      for (const _ of ['jump', 'settle']) {
        await link.scrollIntoViewIfNeeded();
        await nextFrames();
      }
      const box = await link.boundingBox();
      if (!box) throw new Error(`No link ${name}`);
      await page.mouse.move(0, 0);
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.evaluate((count) => globalThis.runTasks(count), tasks);
      await page.mouse.down();
      if (isLong) {
        await page.evaluate(() => globalThis.releaseTasks());
        await waitUntilMounted(page);
      }
      await page.mouse.up();
      await page.evaluate(() => globalThis.releaseTasks());
      await waitForFocusedHeading(visitor, heading);
      const moment = `${name} of ${address} after ${tasks} tasks`;
      expect(await page.evaluate(() => scrollY), moment).toBe(0);
    }
  },
);

/** Opens a page whose start is held, and types into its field for an email address. */
const openAndType = async (address: string): Promise<void> => {
  const { page } = journey;
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.stopCapture !== undefined);
  await page.evaluate(() => document.querySelector<HTMLElement>('[name="email"]')?.focus());
  await page.keyboard.insertText('asha@acme.example');
};

/** Forgets the draft: else the next page goes on with it. */
const forget = (): Promise<void> =>
  journey.page.evaluate(() => {
    sessionStorage.clear();
    localStorage.clear();
  });

/** Waits for the code that was asked for with the typed address. */
const waitForCode = async (): Promise<void> => {
  const { page } = journey;
  await page.getByLabel('Digit 1 of 6').waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe('asha@acme.example');
  await forget();
};

describe('after typing, while the app starts', FURTHER, () => {
  beforeEach(async () => {
    const { page } = journey;
    await page.addInitScript(holdTasks);
    await page.route(/\/v2\/user\/genOtp\//, (route) =>
      route.fulfill({ json: { message: 'sent', retryAfter: 30 } }),
    );
  });

  testConditions(
    [0, 20, 40, 60],
    (first) =>
      `a button pressed after ${first} tasks, or 80 more each time, acts on what was typed`,
    async (first) => {
      const { page } = journey;
      for (let tasks = first; tasks <= 320; tasks += 80) {
        await openAndType(`/login?${tasks}`);
        const button = await page
          .getByRole('button', { name: 'Sign in using email OTP' })
          .boundingBox();
        if (!button) throw new Error('No button');
        await page.evaluate((count) => globalThis.runTasks(count), tasks);
        await page.mouse.click(button.x + button.width / 2, button.y + button.height / 2);
        await page.evaluate(() => globalThis.releaseTasks());
        await waitForCode();
      }
    },
  );

  test('Enter submits what was typed', FURTHER, async () => {
    const { page } = journey;
    for (let tasks = 0; tasks <= 320; tasks += 20) {
      await openAndType(`/forgotPassword?${tasks}`);
      await page.evaluate((count) => globalThis.runTasks(count), tasks);
      await page.keyboard.press('Enter');
      await page.evaluate(() => globalThis.releaseTasks());
      await waitForCode();
    }
  });

  test('an address that is selected is replaced by what is typed', FURTHER, async () => {
    const { page } = journey;
    for (const address of ['/login', '/checkout', '/demo']) {
      await openAndType(address);
      await page.keyboard.press('ControlOrMeta+A');
      await page.evaluate(() => globalThis.releaseTasks());
      await waitUntilMounted(page);
      await page.keyboard.insertText('ravi@acme.example');
      expect(await page.locator('[name="email"]').inputValue(), address).toBe('ravi@acme.example');
      await forget();
    }
  });

  test('a button that is pressed when React has hydrated it acts once', FURTHER, async () => {
    const { page } = journey;
    await openAndType('/login');
    // The last task of the start is the one that replays what was typed.
    const count = await page.evaluate(async () => {
      let tasks = 0;
      for (; globalThis.earlyInput; tasks += 1) await globalThis.runTasks(1);
      return tasks;
    });
    await page.evaluate(() => globalThis.releaseTasks());
    await forget();
    await openAndType('/login?again');
    await page.evaluate((tasks) => globalThis.runTasks(tasks), count - 1);
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[aria-label="Show password"]')?.click(),
    );
    await page.evaluate(() => globalThis.releaseTasks());
    await waitUntilMounted(page);
    expect(
      await page.getByRole('button', { name: 'Show password' }).getAttribute('aria-pressed'),
    ).toBe('true');
  });
});
