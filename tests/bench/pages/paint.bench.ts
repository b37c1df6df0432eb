import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';
import { limitsOf } from '../lighthouse/page-limits.ts';
import { documentOf, staticPage } from '../lighthouse/static-pages.ts';
import { median } from '../median.ts';
import { benchAddresses } from './bench-routes.ts';
import { serveSite } from './served-site.ts';
import { openOnSlowPhone } from './slow-phone.ts';

/** Loads per page; medians are reported. */
const RUNS = Number(process.env['BENCH_RUNS'] || 5);
const HOUR_MS = 60 * 60 * 1000;
/** After its load event, a page may still paint a larger element. */
const SETTLED_MS = 2500;

const observePaint = (): void => {
  new PerformanceObserver((list) => {
    const largestPaintAt = performance.timeOrigin + (list.getEntries().at(-1)?.startTime ?? 0);
    Object.assign(globalThis, { largestPaintAt });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
};

/** Milliseconds from the visit to the largest paint, with every document that it leads through. */
const largestPaint = async (browser: Browser, url: string): Promise<number> => {
  const page = await openOnSlowPhone(browser, observePaint);
  const start = Date.now();
  await page.goto(url);
  await page.waitForTimeout(SETTLED_MS);
  const at = await page.evaluate(() => Reflect.get(globalThis, 'largestPaintAt') as number);
  await page.context().close();
  return Math.round(at - start);
};

test('when each page has painted, with script and without', { timeout: HOUR_MS }, async () => {
  const site = await serveSite();
  const browser = await launchBrowser({ switches: ['--ignore-certificate-errors'] });
  const pages = [];
  for (const address of benchAddresses) {
    const headersOf = documentOf(address);
    const baseline = `/static${headersOf}`;
    site.addPage(baseline, { html: await staticPage(browser, site.url + headersOf), headersOf });
    pages.push({ address, baseline, ours: [] as number[], static: [] as number[] });
  }
  for (let run = 0; run < RUNS; run += 1)
    for (const page of pages) {
      const ours = async () => page.ours.push(await largestPaint(browser, site.url + page.address));
      const other = async () =>
        page.static.push(await largestPaint(browser, site.url + page.baseline));
      // In alternating order, so that both are measured under the same machine load.
      for (const measure of run % 2 === 0 ? [ours, other] : [other, ours]) await measure();
    }
  await browser.close();
  await site.close();
  const rows = pages.map((page) => ({
    page: page.address,
    'largest paint, ms': median(page.ours),
    'without script, ms': median(page.static),
    ratio: Number((median(page.ours) / median(page.static)).toFixed(2)),
    limit: limitsOf(page.address).largestPaintRatio,
  }));
  console.table(rows);
  console.log(JSON.stringify(pages));
  expect(rows).toHaveLength(benchAddresses.length);
});
