// @module-tag further

import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { buildSite, chartTables } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';
import { BEACON_BYTES_MAX, FUNNEL_PATH, type FunnelSums } from '#contract/funnel.ts';
import { required } from '#contract/text.ts';
import { lastDays, readReport } from '#server/funnel/report.ts';
import {
  newAccount,
  newAddress,
  PASSWORD,
  requestCode,
  startTrial,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { codeContent } from '#web/content/code.ts';

const dist = join(ROOT, '.cache', 'funnel-site');
beforeAll(() => buildSite({ dist, env: { FUNNEL: '1' } }));

/** The beacons that arrived, with their headers. */
const beacons: { headers: IncomingMessage['headers']; body: string }[] = [];
const tables = chartTables();
const journey = setUpSite({
  dist,
  charts: tables,
  guard: (server) =>
    server.prependListener('request', (request) => {
      if (request.url === FUNNEL_PATH)
        void text(request).then((body) => beacons.push({ headers: request.headers, body }));
    }),
});
beforeEach(async () => {
  beacons.splice(0);
  await journey.site.db.deleteFrom('funnel_sums').execute();
});

/** A visitor who does something and closes the tab; resolves once the beacon of its last page has arrived. */
const visit = async (
  walk: (visitor: Visitor) => Promise<unknown>,
  options: BrowserContextOptions = {},
): Promise<void> => {
  const visitor = await journey.site.visitor(options);
  const before = beacons.length;
  await walk(visitor);
  await visitor.page.close({ runBeforeUnload: true });
  await expect.poll(() => beacons.length).toBeGreaterThan(before);
};

const sumsOf = async (chart: string): Promise<FunnelSums | undefined> => {
  const { report } = await readReport(journey.site.db, lastDays(1));
  return report.charts.find((one) => one.chart === chart)?.now;
};

const stopAtCode = (visitor: Visitor): Promise<void> => requestCode(visitor, newAddress());

const mistypeTwice = async (visitor: Visitor): Promise<void> => {
  visitor.expectConsole(/status of 400/);
  await stopAtCode(visitor);
  for (const code of ['000000', '999999']) {
    await typeCode(visitor, code);
    await visitor.page.getByText(codeContent.rejected).waitFor();
  }
};

const logIn = async ({ page }: Visitor): Promise<void> => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(await newAccount(journey.site));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL('**/app/');
};

const TIMES = 6;
const repeat = async (walk: () => Promise<void>): Promise<void> => {
  for (let index = 0; index < TIMES; index += 1) await walk();
};

test('sums say how many stopped at the code, mistyped and finished', async () => {
  await repeat(() => visit(stopAtCode));
  await repeat(() => visit(mistypeTwice, { viewport: { width: 390, height: 800 } }));
  await repeat(() => visit(logIn));
  expect(await sumsOf('signUp')).toMatchObject({ started: 2 * TIMES, finished: 0 });
  expect(await sumsOf('otp')).toMatchObject({
    started: 2 * TIMES,
    finished: 0,
    edges: {
      'open.delivery.deciding||1': 2 * TIMES,
      'open.entry.entering|code.changed|1': 2 * TIMES,
      'open.entry.verifying|xstate.done.actor.verifyCode|2': 2 * TIMES,
    },
    left: { 'open.entry.entering.neutral': TIMES, 'open.entry.entering.rejected': TIMES },
  });
  expect(await sumsOf('login')).toMatchObject({ started: TIMES, finished: TIMES });
});

test('a beacon has no cookie, no address and no more than it needs', async () => {
  await visit(stopAtCode, { viewport: { width: 390, height: 800 } });
  await visit(async (visitor) => {
    await visitor.page.goto('/?utm_source=newsletter');
    await logIn(visitor);
    await expect.poll(() => beacons.length).toBeGreaterThan(1);
  });
  const bodies = beacons.map(({ headers, body }) => {
    expect(headers.cookie).toBeUndefined();
    expect(headers.referer).toBeUndefined();
    expect(body.length).toBeLessThanOrEqual(BEACON_BYTES_MAX);
    expect(body).not.toMatch(/acme|@|newsletter|[0-9a-f]{9}/);
    return JSON.parse(body);
  });
  // The page of the application after the login may be left before it counts.
  expect(bodies.slice(0, 2)).toMatchObject([
    { device: 'narrow', campaign: false },
    { device: 'wide', campaign: true },
  ]);
  for (const body of bodies) expect(Object.keys(body)).toEqual(['device', 'campaign', 'charts']);
});

test('visits with detours are counted: a long wrong password, the terms ticked twice, Back', async () => {
  await visit(async (visitor) => {
    visitor.expectConsole(/status of 401/);
    const { page } = visitor;
    await page.goto('/login');
    await page.getByLabel('Email').fill('asha@acme.example');
    await page.getByLabel('Password', { exact: true }).pressSequentially('fourteen signs');
    for (const _time of [1, 2, 3]) await page.getByRole('checkbox', { name: /I agree/ }).click();
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
  });
  await visit(async (visitor) => {
    await startTrial(journey.site, visitor, newAddress());
    await visitor.page.goBack();
    await waitForHeading(visitor, 'Sign up free to try now!');
  });
  // Too few for a report.
  const items = async (chart: string) => {
    const { rows } = await sql<{ item: number; count: number }>`select item, count::integer
      from funnel_sums join chart_versions on chart_versions.id = chart_version
      where chart = ${chart}`.execute(journey.site.db);
    const { edges, states } = required(tables.find((table) => table.chart === chart));
    const names = ['started', ...edges.map(({ id }) => id), ...states];
    return Object.fromEntries(rows.map(({ item, count }) => [names[item], count]));
  };
  await expect.poll(async () => items('wizard')).toMatchObject({ started: 1, leftByBack: 1 });
  expect(await items('login')).toMatchObject({ started: 1 });
});

test.each(['globalPrivacyControl', 'doNotTrack'])('%s is respected', async (signal) => {
  const visitor = await journey.site.visitor();
  await visitor.page.addInitScript(
    (name: string) =>
      Object.defineProperty(Navigator.prototype, name, {
        get: () => (name === 'doNotTrack' ? '1' : true),
      }),
    signal,
  );
  await stopAtCode(visitor);
  await visitor.page.close({ runBeforeUnload: true });
  // Whoever comes later is counted first.
  await visit(stopAtCode);
  expect(beacons).toHaveLength(1);
});

test('what happens after a beacon is counted with the next one, and where a visit stands moves', async () => {
  const hide = (state: 'hidden' | 'visible') =>
    `Object.defineProperty(document, 'visibilityState', { get: () => '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`;
  await repeat(async () => {
    const visitor = await journey.site.visitor();
    visitor.expectConsole(/status of 400/);
    await stopAtCode(visitor);
    beacons.splice(0);
    await visitor.page.evaluate(hide('hidden'));
    await expect.poll(() => beacons.length).toBe(1);
    await visitor.page.evaluate(hide('visible'));
    await typeCode(visitor, '000000');
    await visitor.page.getByText(codeContent.rejected).waitFor();
    await visitor.page.close({ runBeforeUnload: true });
    await expect.poll(() => beacons.length).toBe(2);
  });
  expect(await sumsOf('otp')).toMatchObject({
    started: TIMES,
    left: { 'open.entry.entering.rejected': TIMES },
  });
  expect((await sumsOf('otp'))?.left).not.toHaveProperty(['open.entry.entering.neutral']);
});

/** The name of a script without its hash, and its text. */
const scriptsOf = (folder: string) =>
  readdirSync(join(folder, 'web', 'assets'))
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({
      name: file.replace(/-[\w-]{8}\.js$/, ''),
      script: readFileSync(join(folder, 'web', 'assets', file), 'utf8'),
    }));

test('the counter has at most 1 KB', () => {
  const counting = scriptsOf(dist).find(({ script }) => script.includes(FUNNEL_PATH));
  const without = scriptsOf(join(ROOT, 'dist')).find(({ name }) => name === counting?.name);
  expect(counting && without).toBeDefined();
  const [more = 0, less = 0] = [counting, without].map(
    (file) => brotliCompressSync(file?.script ?? '').length,
  );
  expect(more - less).toBeGreaterThan(0);
  expect(more - less).toBeLessThanOrEqual(1024);
});

test('a page without a form counts nothing, and loads no counter', async () => {
  const { page } = await journey.site.visitor();
  const scripts: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) scripts.push(await response.text());
  });
  await page.goto('/pricing');
  await waitUntilMounted(page);
  await expect.poll(() => scripts.length).toBeGreaterThan(2);
  expect(scripts.filter((script) => script.includes(FUNNEL_PATH))).toEqual([]);
});
