// @module-tag further
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { chartToOpen } from '#build/charts/chart-command.ts';
import { serveChart } from '#build/charts/open-chart.ts';
import { ROOT } from '#build/root.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';

/** A request with retries, whose loader is in a file that needs a page: its actor has no id. */
const FETCHING = `import { assign, createMachine, fromPromise } from 'xstate';
import { getGreeting } from '.';
export const fetchMachine = createMachine({
  initial: 'idle',
  context: { greeting: '' },
  states: {
    idle: { on: { FETCH: 'loading' } },
    loading: {
      invoke: {
        src: fromPromise(() => getGreeting()),
        onDone: { target: 'success', actions: assign({ greeting: ({ event }) => event.output.greeting }) },
        onError: 'failure',
      },
    },
    success: {},
    failure: { after: { 1000: 'loading' } },
  },
});`;

/** Ticks of a callback, a guard that never returns, and an action that needs a page. */
const WATCH = `import { assign, fromCallback, setup } from 'xstate';
export default setup({
  actors: {
    ticks: fromCallback(({ sendBack }) => {
      const timer = setInterval(() => sendBack({ type: 'TICK' }), 10);
      return () => clearInterval(timer);
    }),
  },
  actions: { note: () => { document.title = 'noted'; } },
  guards: { never: () => { for (;;); } },
}).createMachine({
  id: 'watch',
  context: { elapsed: 0 },
  initial: 'stopped',
  states: {
    stopped: { on: { start: { target: 'running', actions: 'note' }, hang: { guard: 'never', target: 'running' } } },
    running: {
      invoke: { src: 'ticks' },
      on: { TICK: { actions: assign({ elapsed: ({ context }) => context.elapsed + 1 }) }, stop: 'stopped' },
    },
  },
});`;

const folder = mkdtempSync(join(tmpdir(), 'sitara-open-'));
/** A development server compiles each module for the first page that asks for it. */
const FIRST_PAGE_MAX_MS = 60_000;
const journey = setUpJourney({
  context: { viewport: { width: 1440, height: 900 } },
  prepare: ({ page }) => page.setDefaultTimeout(FIRST_PAGE_MAX_MS),
});
/** The addresses of the opened charts, by their words. */
const servers = new Map<string, ReturnType<typeof serveChart>>();
afterAll(async () => {
  for (const server of servers.values()) await (await server).close();
  rmSync(folder, { recursive: true });
});

const serve = async (word: string) => {
  const { chart, texts } = await chartToOpen(word);
  return serveChart(chart, texts, 0);
};

const open = async (word: string): Promise<Page> => {
  const server = servers.get(word) ?? serve(word);
  servers.set(word, server);
  const { page } = journey;
  await page.goto((await server).url);
  return page;
};

const openText = (name: string, text: string): Promise<Page> => {
  writeFileSync(join(folder, name), text);
  return open(join(folder, name));
};

const state = (page: Page, name: string) =>
  page.getByRole('img', { name: new RegExp(`active: ${name}\\.`) }).waitFor();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click();
const actor = (page: Page) => page.getByRole('region', { name: / x:\d+$/ });

test('the door opens with the answers of its options file, and its lock ends by the clock', async () => {
  const page = await open('tests/examples/door/door.ts');
  await state(page, 'closed');
  for (let wrong = 0; wrong < 3; wrong += 1) {
    await press(page, 'code.entered');
    await state(page, 'checking');
    await press(page, 'check done {"isRight":false}');
  }
  await state(page, 'locked');
  await press(page, '+1 s');
  await page.getByRole('button', { name: 'To the next delay, 59 s' }).click();
  await state(page, 'closed');
  await page.getByText('60 s', { exact: true }).waitFor();
  await press(page, 'code.entered');
  await press(page, 'check done {"isRight":true}');
  await state(page, 'open');
  await actor(page).getByText('stopped', { exact: true }).waitFor();
  await press(page, 'Reset');
  await state(page, 'closed');
  await page.getByText('0 ms', { exact: true }).waitFor();
});

test('the door has its page, its paths and its JSON', async () => {
  const page = await open('tests/examples/door/door.ts');
  const textOf = async (name: string) => {
    const address = await page.getByRole('link', { name }).getAttribute('href');
    return (await fetch(new URL(address ?? '', page.url()))).text();
  };
  expect(await textOf('Chart page')).toMatch(/^# door\n/);
  expect(await textOf('Paths')).toMatch(/^door: 4 states, 6 edges, 3 paths/);
  expect(JSON.parse(await textOf('JSON'))).toMatchObject({ charts: [{ name: 'door' }] });
});

test('a chart without options offers its events, and asks for the answer of its actor', async () => {
  const page = await openText('fetchMachine.ts', FETCHING);
  await press(page, 'FETCH');
  await press(page, 'actor of loading failed');
  await press(page, 'Send actor of loading failed');
  await state(page, 'failure');
  await page.getByRole('button', { name: 'To the next delay, 1 s' }).click();
  await state(page, 'loading');
  await press(page, 'actor of loading done');
  await page.getByRole('textbox', { name: /^Payload/ }).fill('{"output":{"greeting":"Hello"}}');
  await press(page, 'Send actor of loading done');
  await state(page, 'success');
  await actor(page).getByText('"greeting": "Hello"').waitFor();
});

test('a callback ticks by the clock, and a guard that never returns is stopped', async () => {
  const page = await openText('watch.ts', WATCH);
  await press(page, 'start');
  await page.getByText(/^The action note threw.*document is not defined/).waitFor();
  await press(page, '+100 ms');
  await actor(page).getByText('"elapsed": 10').waitFor();
  await press(page, 'stop');
  await press(page, /^hang/);
  await page.getByText(/^The chart did not come back within 3 s after hang/).waitFor();
  await press(page, 'Reset');
  await press(page, 'start');
  await state(page, 'running');
});

test('a change of the chart loads it again, one of another file does not', async () => {
  let loads = 0;
  journey.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      loads += String(payload).includes('full-reload') ? 1 : 0;
    }),
  );
  const page = await openText('edited.ts', WATCH);
  await press(page, 'start');
  await state(page, 'running');
  writeFileSync(join(ROOT, '.cache', 'no-chart.ts'), 'export {};');
  writeFileSync(join(folder, 'edited.ts'), WATCH.replaceAll('stopped', 'reset'));
  await state(page, 'reset');
  rmSync(join(ROOT, '.cache', 'no-chart.ts'));
  expect(loads).toBe(1);
});

test('can be used with the keyboard alone', async () => {
  const page = await open('tests/examples/door/door.ts');
  await state(page, 'closed');
  const pressKey = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await pressKey('code.entered');
  await state(page, 'checking');
  await pressKey('Payload of check done');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('{"output":{"isRight":true}}');
  await page.keyboard.press('Control+Enter');
  await state(page, 'open');
});

test('a chart of the project runs with the charts that it invokes', async () => {
  const page = await open('login');
  await page.getByRole('img', { name: /^login, active: offeringApp/ }).waitFor();
  await press(page, 'app.declined');
  await page
    .getByRole('region', { name: 'Actors' })
    .getByRole('link', { name: 'passkey' })
    .waitFor();
});

test('has no accessibility violations in either scheme, at any width', async () => {
  const page = await open('tests/examples/door/door.ts');
  await press(page, 'code.entered');
  await page.getByText('Input', { exact: true }).click();
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [320, 390, 1440]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      expect(await auditPage(page)).toEqual([]);
    }
});
