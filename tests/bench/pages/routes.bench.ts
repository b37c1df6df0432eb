import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { median } from '../median.ts';
import { serveSite } from './served-site.ts';

const RUNS = Number(process.env['BENCH_RUNS'] || 5);
interface Condition {
  name: string;
  /** How long the pointer hovers over the link before the press; 0 for a press without hovering. */
  restMs: number;
  /** CPU slowdown; 4 is Lighthouse's phone. */
  slowerCpu: number;
}

const conditions: Condition[] = [
  { name: 'pointed at for 100 ms', restMs: 100, slowerCpu: 1 },
  { name: 'pressed at once', restMs: 0, slowerCpu: 1 },
  { name: 'pointed at, on a phone', restMs: 100, slowerCpu: 4 },
];

/** Links of the site: the page they are on and their target. */
const links = [
  ['/', '/about'],
  ['/', '/pricing'],
  ['/', '/checkout'],
  ['/', '/login'],
  ['/', '/terms'],
  ['/#/login', '/forgotPassword'],
  ['/#/login', '/'],
  ['/#/about', '/demo'],
] as const;

interface Measurement {
  shownMs: number;
}

/** Milliseconds from the press of a link to the frame after the next page's heading appears. */
const follow = async (
  context: BrowserContext,
  [from, to]: readonly [string, string],
  { restMs, slowerCpu }: Condition,
) => {
  const page = await context.newPage();
  await page.goto(from);
  await waitUntilMounted(page);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerCpu });
  const link = page.locator(`a[href="${to}"]:visible`).first();
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    const before = document.querySelector('h1');
    addEventListener(
      'click',
      () => {
        const start = performance.now();
        const look = () => {
          const now = document.querySelector('h1');
          if (!now || now === before) requestAnimationFrame(look);
          else
            requestAnimationFrame(() =>
              Object.assign(globalThis, { shownMs: performance.now() - start }),
            );
        };
        requestAnimationFrame(look);
      },
      { capture: true, once: true },
    );
  });
  await link.hover();
  await page.waitForTimeout(restMs);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => 'shownMs' in globalThis);
  const shownMs = await page.evaluate(() => (globalThis as unknown as Measurement).shownMs);
  await page.close();
  return shownMs;
};

test('how long a link takes to show the next page from the cache', async () => {
  const site = await serveSite();
  const browser = await launchBrowser({ switches: ['--ignore-certificate-errors'] });
  const context = await browser.newContext({
    baseURL: site.url,
    ignoreHTTPSErrors: true,
    viewport: { width: 1440, height: 900 },
  });
  const rows = [];
  for (const link of links) {
    const times = conditions.map((): number[] => []);
    // The first run fills the cache and is not counted.
    for (let run = 0; run <= RUNS; run += 1)
      for (const [index, condition] of conditions.entries()) {
        const shownMs = await follow(context, link, condition);
        if (run > 0) times[index]?.push(shownMs);
      }
    const [from, to] = link;
    const medians = conditions.map(({ name }, index) => [
      name,
      Math.round(median(times[index] ?? [])),
    ]);
    rows.push({ from, to, ...Object.fromEntries(medians) });
  }
  await browser.close();
  await site.close();
  console.table(rows);
  console.log(JSON.stringify(rows));
  expect(rows).toHaveLength(links.length);
});
