import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { type Load, loadOnce } from '../lighthouse/lighthouse-run.ts';
import { limitsOf } from '../lighthouse/page-limits.ts';
import { type PageLoads, pageRows } from '../lighthouse/page-rows.ts';
import { documentOf, staticPage } from '../lighthouse/static-pages.ts';
import { median } from '../median.ts';
import { benchAddresses } from './bench-routes.ts';
import { type ServedSite, serveSite } from './served-site.ts';

/** Loads per page; medians are reported. */
const RUNS = Number(process.env['BENCH_RUNS'] || 5);
const HOUR_MS = 60 * 60 * 1000;
const RESULTS = join(ROOT, '.cache', 'bench');

const baselineOf = (address: string): string => `/static${documentOf(address)}`;

const noLoads = (): PageLoads['ours'] => ({
  applied: [],
  'applied at 8x': [],
  simulated: [],
  desktop: [],
});

const measureAll = async (site: ServedSite, browser: Browser, port: number) => {
  const pages: PageLoads[] = [];
  for (const address of benchAddresses) {
    pages.push({ address, ours: noLoads(), baseline: noLoads() });
    const document = documentOf(address);
    const html = await staticPage(browser, site.url + document);
    site.addPage(baselineOf(address), { html, headersOf: document });
  }
  const measure = async ({ address, ours, baseline }: PageLoads, isOurs: boolean, load: Load) => {
    const loaded = isOurs ? address : baselineOf(address);
    const cost = await loadOnce(`${site.url}${loaded}`, load, port);
    console.log(loaded, load, JSON.stringify(cost));
    (isOurs ? ours : baseline)[load].push(cost);
  };
  for (let run = 0; run < RUNS; run += 1) {
    // Interleaved in alternating order, so that both are measured under the same machine load.
    const order = run % 2 === 0 ? [true, false] : [false, true];
    for (const page of pages) {
      for (const isOurs of order) await measure(page, isOurs, 'applied');
      await measure(page, true, 'applied at 8x');
      // One simulated load is enough for pages without a score limit.
      if (run > 0 && limitsOf(page.address).score === undefined) continue;
      for (const isOurs of order) await measure(page, isOurs, 'simulated');
      await measure(page, true, 'desktop');
    }
    console.log(`${run + 1} of ${RUNS} runs`);
  }
  return pages;
};

test('what each page costs compared with a static page', { timeout: 2 * HOUR_MS }, async () => {
  const site = await serveSite();
  const port = await freePort();
  const browser = await launchBrowser({
    switches: ['--ignore-certificate-errors', `--remote-debugging-port=${port}`],
  });
  const pages = await measureAll(site, browser, port).finally(async () => {
    await browser.close();
    await site.close();
  });
  const rows = pages.flatMap((page) => pageRows(page, limitsOf(page.address)));
  const all = pages.flatMap(({ ours }) => Object.values(ours).flat());
  const result = { runs: RUNS, machine: median(all.map(({ machine }) => machine)), rows };
  console.table(rows);
  console.log(JSON.stringify(result));
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'pages.json'), JSON.stringify({ ...result, loads: pages }, null, 2));
  expect(rows.length).toBeGreaterThan(0);
});
