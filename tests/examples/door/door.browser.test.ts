import { readFileSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { edgePaths } from '#paths/edge-paths.ts';
import { driverErrors, type PathDrivers, runPath } from '#paths/run-path.ts';
import { launchBrowser } from '#tests/support/browser/launch-browser.ts';
import { options } from './door.paths.ts';
import { doorMachine } from './door.ts';

const ORIGIN = 'http://door.example';
const html = readFileSync(new URL('door.html', import.meta.url), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

interface Subject {
  page: Page;
  /** Resolves with the request that waits for its answer. */
  checked: () => Promise<Route>;
}

/** Opens the page. A request to `/check` waits until a driver answers it. */
const openDoor = async (): Promise<Subject> => {
  const page = await browser.newPage();
  const waiting: Route[] = [];
  await page.route(`${ORIGIN}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: html }),
  );
  await page.route(`${ORIGIN}/check`, (route) => void waiting.push(route));
  await page.clock.install();
  await page.goto(ORIGIN);
  const checked = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    return waiting.pop() as Route;
  };
  return { page, checked };
};

const shows =
  (text: string) =>
  ({ page }: Subject) =>
    page.getByRole('status').getByText(text, { exact: true }).waitFor();

const drivers: PathDrivers<Subject> = {
  start: openDoor,
  events: {
    async 'code.entered'({ page }) {
      await page.getByLabel('Code').fill('123456');
      await page.getByRole('button', { name: 'Enter' }).click();
    },
    'xstate.done.actor.check': async ({ checked }, { output }) =>
      (await checked()).fulfill({ json: output }),
    'xstate.error.actor.check': async ({ checked }) => (await checked()).abort(),
    'xstate.after.pause.door.locked': ({ page }) => page.clock.fastForward(60_000),
  },
  states: {
    'door.closed': shows('Enter the code'),
    'door.checking': shows('Checking'),
    'door.locked': shows('Locked'),
    'door.open': shows('Open'),
  },
  end: ({ page }) => page.close(),
};

const paths = edgePaths(doorMachine, options);

test('every event has a driver and every state has a check', () => {
  expect(driverErrors(doorMachine, paths, drivers)).toEqual([]);
});

test.each(paths)('the page follows path %#', (path) => runPath(doorMachine, path, drivers));
