import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '#build/root.ts';
import { FUNNEL_PATH } from '#contract/funnel.ts';
import { optionalSite } from '#tests/support/browser/optional-site.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { waitUntilMounted } from '#tests/support/browser/wait-until-mounted.ts';
import { consentContent } from '#web/content/consent.ts';

const journey = setUpSite();
const WITHOUT = join(ROOT, 'dist');
const { dist: WITH, build } = optionalSite('optional-parts');
beforeAll(() => build({ FUNNEL: '1' }));

/** What only the modules of the tag manager, of the calendar's button and of the counter write into a built site. */
const TRACES = [
  'ad_storage',
  'gtm.js',
  'consent.accepted',
  'consent-settings',
  'globalPrivacyControl',
  'sitara.consent',
  consentContent.settings,
  consentContent.text,
  'searchParams.set(`email`',
  FUNNEL_PATH,
];
const OPTIONAL_MODULE =
  /\/consent(?:-bar|-settings)?\.|\/(?:sent-request|choose-time|calendar-button)\.|\/flows\/funnel\./;

const read = (dist: string, name: string): string => readFileSync(join(dist, name), 'utf8');

/** The traces in the files of a built site. */
const tracesIn = (dist: string): Set<string> => {
  const files = readdirSync(join(dist, 'web'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:html|js|css)$/.test(name))
    .map((name) => read(dist, join('web', name)));
  expect(files.length).toBeGreaterThan(60);
  return new Set(TRACES.filter((trace) => files.some((text) => text.includes(trace))));
};

const optionalModulesOf = (dist: string): string[] =>
  (JSON.parse(read(dist, 'modules.json')) as string[]).filter((name) => OPTIONAL_MODULE.test(name));

const originsOf = (dist: string) => {
  const { images, scriptOrigins, connect, frame } = JSON.parse(read(dist, 'csp.json'));
  return { images, scriptOrigins, connect, frame };
};

test('a site has a tag manager, a calendar and a counter only if it is built with them', () => {
  expect([...tracesIn(WITHOUT)]).toEqual([]);
  expect([...tracesIn(WITH)]).toEqual(TRACES);
  expect(optionalModulesOf(WITHOUT)).toEqual([]);
  expect(optionalModulesOf(WITH).length).toBeGreaterThan(8);
  const nothing = { images: [], scriptOrigins: [], connect: [], frame: [] };
  const tag = ['https://tag.example'];
  expect(originsOf(WITHOUT)).toEqual(nothing);
  expect(originsOf(WITH)).toEqual({
    images: tag,
    scriptOrigins: tag,
    connect: tag,
    frame: ['https://calendar.example'],
  });
});

test('a site without a tag manager asks nothing and queues nothing', async () => {
  const { page } = await journey.site.visitor();
  await page.goto('/pricing');
  await waitUntilMounted(page);
  for (const name of [consentContent.accept, consentContent.decline, consentContent.settings])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  expect(await page.evaluate(() => window.dataLayer)).toBeUndefined();
});
