// @module-tag further
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '#build/commands/build.ts';
import { ROOT } from '#build/root.ts';
import { demoRequestMachine } from '#machines/demo-request.ts';
import { replay } from '#paths/replay.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { newAddress } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { traverseInBrowser } from '#tests/support/chart-paths/traverse-in-browser.ts';
import { testConditions } from '#tests/support/each-condition.ts';
import { drivers } from '../../chart-paths/demo-request.ts';

const SECRET = 'quiet lantern river';
/** The build takes 10 s on an idle machine and over a minute beside other tests. */
const BUILD_TIMEOUT_MS = 180_000;
const STEPS = 500;
const STEP_MS_MAX = 50;
const WITH_CHARTS = join(ROOT, '.cache', 'charts-site');

beforeAll(() => buildSite({ dist: WITH_CHARTS, env: { VITE_CHARTS: '1' } }), BUILD_TIMEOUT_MS);
const journey = setUpJourney({ dist: WITH_CHARTS });
let view: Page;
beforeEach(async () => {
  const { page } = journey;
  await page.goto('/#/login');
  await page.getByLabel('Email').waitFor();
});

const openPage = async (address: string): Promise<Page> => {
  const page = await journey.page.context().newPage();
  await page.goto(address);
  return page;
};

const diagram = (name: RegExp) => view.getByRole('img', { name });
const panel = (name: string | RegExp) => view.getByRole('region', { name, exact: true });
const log = () => panel('Log');

describe('the live view', () => {
  test('highlights the active states of another tab, also of one that was open before', async () => {
    view = await openPage('/charts#/login');
    await diagram(/^login, active: unverified, withdrawn, neutral/).waitFor();
    expect(
      await view.getByRole('navigation', { name: 'Charts' }).getByText('1 live in /login').count(),
    ).toBe(3);
    await journey.page.getByRole('checkbox', { name: /I agree/ }).check();
    await diagram(/active: unverified, given, neutral/).waitFor();
    await view.getByText('States and edges of login as text').click();
    const outline = panel('login as text');
    await outline.getByText('consent.given leads to given, taken last').waitFor();
    expect(await outline.getByText(', active').count()).toBeGreaterThan(4);
  });

  test('shows events with their payload and never a password', async () => {
    const { page } = journey;
    view = await openPage('/charts#/login');
    await diagram(/active/).waitFor();
    await page.getByLabel('Email').fill('asha@acme.example');
    await page.getByLabel('Password', { exact: true }).fill(SECRET);
    await log().getByText('{"email":"asha@acme.example"}').waitFor();
    await log().getByText('{"password":"••••••"}').waitFor();
    await panel(/^login x:/)
      .getByText('"password": "••••••"')
      .waitFor();
    expect(await view.content()).not.toContain(SECRET);
    // A view that opens later receives the same log.
    view = await openPage('/charts#/login');
    await log().getByText('{"password":"••••••"}').waitFor();
    expect(await view.content()).not.toContain(SECRET);
  });

  test('an event that is sent from the view reaches the app', async () => {
    const { page } = journey;
    view = await openPage('/charts#/login');
    const events = panel(/^login x:/);
    await events.getByRole('button', { name: 'email.changed' }).click();
    const payload = events.getByLabel('Payload of email.changed as JSON');
    expect(JSON.parse(await payload.inputValue())).toEqual({ email: '' });
    await payload.fill('{"email":');
    await events.getByRole('button', { name: 'Send email.changed' }).click();
    await events.getByText('This is not a JSON object.').waitFor();
    await payload.fill('{"email":5}');
    await events.getByRole('button', { name: 'Send email.changed' }).click();
    await events.getByText('email has to be text, not a number.').waitFor();
    await payload.fill('{"email":"nobody@acme.example"}');
    await events.getByRole('button', { name: 'Send email.changed' }).click();
    await payload.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Email').inputValue()).toBe('nobody@acme.example');
    await events.getByRole('button', { name: 'code.requested' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
    await diagram(/active: unverified, withdrawn, verifyingEmail/).waitFor();
  });

  test('lists actors as they start and stop, and selects the next actor of the shown chart', async () => {
    const { page } = journey;
    view = await openPage('/charts#/otp');
    await diagram(/^otp, not running/).waitFor();
    await page.getByLabel('Email').fill(newAddress());
    await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
    await diagram(/^otp, active: waiting, shown, neutral/).waitFor();
    const first = await panel(/^otp x:/)
      .getByRole('heading')
      .first()
      .textContent();
    await page.goto('/#/');
    // Stopped actors are in a disclosure below the running ones.
    await panel('Actors')
      .getByText(/^\d+ stopped$/)
      .click();
    const actors = await panel('Actors').getByRole('link').allTextContents();
    expect(actors).toEqual(['session', 'login', 'passkey', 'otp']);
    await panel(/^otp x:/)
      .getByText('stopped', { exact: true })
      .waitFor();
    // The tab restores that a code was requested.
    await page.goto('/#/login');
    await diagram(/^otp, active/).waitFor();
    await panel(/^otp x:/)
      .getByText('active', { exact: true })
      .waitFor();
    expect(
      await panel(/^otp x:/)
        .getByRole('heading')
        .first()
        .textContent(),
    ).not.toBe(first);
    await page.close();
    await view.getByText('No tab shows the app yet.').waitFor();
    await panel(/^otp x:/)
      .getByText('stopped', { exact: true })
      .waitFor();
  });

  test('the log can be filtered by chart and cleared', async () => {
    view = await openPage('/charts#/session');
    await log().getByText('login').first().waitFor();
    await journey.page.getByLabel('Email').fill('asha@acme.example');
    await log().getByText('email.changed').waitFor();
    await log().getByLabel('Only session').check();
    expect(await log().getByText('email.changed').count()).toBe(0);
    await log().getByRole('button', { name: 'Clear' }).click();
    await log().getByText('Nothing has happened yet.').waitFor();
  });

  test('opens at an address with a trailing slash', async () => {
    view = await openPage('/charts/#/otp');
    await diagram(/^otp/).waitFor();
  });

  test.each(['/charts#/nonsense', '/charts#/%E0%A4%A'])(
    'an address without a chart shows an error and lists the charts: %s',
    async (address) => {
      view = await openPage(address);
      const main = view.getByRole('main');
      await main.getByRole('heading', { name: /^There is no chart/ }).waitFor();
      await main.getByRole('link', { name: 'otp', exact: true }).click();
      await diagram(/^otp/).waitFor();
    },
  );

  test('the id of a machine redirects to the address of its chart', async () => {
    view = await openPage('/charts#/signUp');
    await diagram(/^sign-up/).waitFor();
    expect(new URL(view.url()).hash).toBe('#/sign-up');
  });

  test('without a chart in the address it shows the chart that changed last', async () => {
    view = await openPage('/charts');
    // The login or the passkey that it invokes, which changes when the browser says what it can do.
    await diagram(/^(?:login|passkey), active/).waitFor();
  });

  test('can be used with the keyboard alone', async () => {
    view = await openPage('/charts');
    await view.getByRole('link', { name: 'email-verification', exact: true }).focus();
    await view.keyboard.press('Enter');
    expect(new URL(view.url()).hash).toBe('#/email-verification');
    await diagram(/^email-verification/).waitFor();
    await view.getByRole('region', { name: /^Chart of email-verification/ }).focus();
    const transform = () => view.locator('.react-flow__viewport').getAttribute('style');
    const first = await transform();
    await view.keyboard.press('ArrowRight');
    expect(await transform()).not.toBe(first);
    await view.keyboard.press('+');
    await view.getByText('96 %').waitFor();
    await view.keyboard.press('0');
    const box = await view.locator('[data-id="emailVerification"]').boundingBox();
    const frame = await diagram(/^email-verification/).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(frame?.height ?? 0);
    await view.keyboard.press('Escape');
    expect(await transform()).toBe(first);
  });

  test('can be panned by dragging and zoomed with the wheel', async () => {
    view = await openPage('/charts#/login');
    await diagram(/^login, active/).waitFor();
    const transform = () => view.locator('.react-flow__viewport').getAttribute('style');
    const canvas = await view.getByRole('region', { name: /^Chart of login/ }).boundingBox();
    const [x, y] = [(canvas?.x ?? 0) + 200, (canvas?.y ?? 0) + 200];
    const initial = await transform();
    await view.mouse.move(x, y);
    await view.mouse.down();
    await view.mouse.move(x + 50, y + 50, { steps: 3 });
    await view.mouse.up();
    const dragged = await transform();
    expect(dragged).not.toBe(initial);
    await view.mouse.wheel(0, -200);
    await expect.poll(transform).not.toBe(dragged);
    await view.getByText('80 %').waitFor({ state: 'detached' });
  });

  test('keeps the focus after an event is sent by keyboard', async () => {
    view = await openPage('/charts#/login');
    const events = panel(/^login x:/);
    const focused = () =>
      view.evaluate(() => {
        const { tagName, textContent } = document.activeElement ?? {};
        return tagName === 'TEXTAREA' || tagName === 'SECTION' ? tagName : textContent;
      });
    await events.getByRole('button', { name: 'email.changed' }).focus();
    await view.keyboard.press('Enter');
    await expect.poll(focused).toBe('TEXTAREA');
    await view.keyboard.press('Escape');
    await expect.poll(focused).toBe('email.changed');
    await view.keyboard.press('Enter');
    await expect.poll(focused).toBe('TEXTAREA');
    await events.getByLabel('Payload').fill('{"email":"asha@acme.example"}');
    await view.keyboard.press('Control+Enter');
    await log().getByText('{"email":"asha@acme.example"}').waitFor();
    expect(await focused()).toBe('email.changed');
    // When the button disappears with its state, the focus moves to the panel.
    await events.getByRole('button', { name: 'consent.given' }).focus();
    await view.keyboard.press('Enter');
    await diagram(/active: unverified, given/).waitFor();
    await expect.poll(focused).toBe('SECTION');
  });

  test('names each of two tabs by its route and a short id', async () => {
    view = await openPage('/charts#/login');
    await diagram(/active/).waitFor();
    const other = await openPage('/#/login');
    await other.getByLabel('Email').waitFor();
    const tabs = panel('Actors').getByRole('heading', { name: /^Tab \/login \w{4}$/ });
    await expect.poll(() => tabs.count()).toBe(2);
    const names = await tabs.allTextContents();
    expect(new Set(names).size).toBe(2);
    const heading = await panel(/^login x:/)
      .getByRole('heading')
      .first()
      .textContent();
    expect(names.some((name) => heading?.endsWith(` in ${name.replace('Tab', 'tab')}`))).toBe(true);
  });

  test('shows the context of an actor without scrolling, below its events', async () => {
    const { page } = journey;
    view = await openPage('/charts#/login');
    await view.setViewportSize({ width: 1440, height: 950 });
    await page.getByLabel('Email').fill(newAddress());
    await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await diagram(/active: unverified, withdrawn, verifyingEmail/).waitFor();
    const frame = await panel(/^login x:/).boundingBox();
    const heading = await panel(/^login x:/)
      .getByRole('heading', { name: 'Context' })
      .boundingBox();
    const bottom = (box: typeof frame) => (box ? box.y + box.height : Number.NaN);
    expect(bottom(heading)).toBeLessThan(bottom(frame));
  });

  test('shows a whole active state on a phone without panning', async () => {
    const { page } = journey;
    await page.getByLabel('Email').fill(newAddress());
    await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
    view = await page.context().newPage();
    await view.setViewportSize({ width: 390, height: 844 });
    await view.goto('/charts#/otp');
    await diagram(/^otp, active: \w+, \w+/).waitFor();
    const countWhole = async () => {
      const frame = await diagram(/^otp/).boundingBox();
      const states = view.locator('[data-active="now"][data-leaf]');
      const boxes = await Promise.all((await states.all()).map((state) => state.boundingBox()));
      return boxes.filter(
        (box) =>
          box &&
          frame &&
          box.x >= frame.x &&
          box.x + box.width <= frame.x + frame.width &&
          box.y >= frame.y &&
          box.y + box.height <= Math.min(844, frame.y + frame.height),
      ).length;
    };
    await expect.poll(countWhole).toBeGreaterThan(0);
  });

  testConditions(
    ['light', 'dark'] as const,
    (scheme) => `has no accessibility violations in the ${scheme} scheme`,
    async (scheme) => {
      view = await openPage('/charts#/login');
      await view.emulateMedia({ colorScheme: scheme });
      await diagram(/active/).waitFor();
      await journey.page.getByLabel('Email').fill('asha@acme.example');
      await log().getByText('email.changed').waitFor();
      await view.getByText('States and edges of login as text').click();
      await view.getByText('Messages between actors').click();
      await log().getByRole('button', { name: 'One event back' }).click();
      for (const width of [320, 390, 1440, 1920]) {
        await view.setViewportSize({ width, height: 900 });
        expect(await auditPage(view)).toEqual([]);
      }
    },
  );
});

describe('the past in the live view', () => {
  const stepBack = () => log().getByRole('button', { name: 'One event back' });

  test('is stepped through with buttons and keys, until it is live again', async () => {
    const { page } = journey;
    view = await openPage('/charts#/login');
    await diagram(/^login, active: unverified, withdrawn/).waitFor();
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByLabel('Email').fill('asha@acme.example');
    await log().getByText('email.changed').waitFor();
    const events = panel(/^login x:/);
    await events.getByText('"email": "asha@acme.example"').waitFor();
    await stepBack().click();
    await events.getByText('"email": ""').waitFor();
    await diagram(/^login, active: unverified, given/).waitFor();
    expect(await events.getByRole('button', { name: 'password.changed' }).count()).toBe(0);
    await log().focus();
    await view.keyboard.press('ArrowLeft');
    await diagram(/^login, active: unverified, withdrawn/).waitFor();
    expect(await log().getByRole('status').textContent()).toMatch(/^Event \d+ of \d+$/);
    // What happens meanwhile does not move it.
    await page.getByLabel('Email').fill('ravi@acme.example');
    await log().getByText('ravi@acme.example').waitFor();
    await diagram(/^login, active: unverified, withdrawn/).waitFor();
    await view.keyboard.press('ArrowRight');
    await diagram(/^login, active: unverified, given/).waitFor();
    await view.keyboard.press('Escape');
    await events.getByText('"email": "ravi@acme.example"').waitFor();
    await events.getByRole('button', { name: 'password.changed' }).waitFor();
  });

  test('can be copied as a recording up to there', async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    view = await openPage('/charts#/login');
    await page.getByLabel('Email').fill('asha@acme.example');
    await page.getByLabel('Email').fill('ravi@acme.example');
    await log().getByText('ravi@acme.example').waitFor();
    await stepBack().click();
    await panel(/^login x:/)
      .getByRole('button', { name: 'Copy how I got here' })
      .click();
    await view.getByText('Copied').waitFor();
    const recording = JSON.parse(await view.evaluate(() => navigator.clipboard.readText()));
    expect(recording).toMatchObject({ chart: 'login' });
    expect(recording.events.at(-1).event).toEqual({
      type: 'email.changed',
      email: 'asha@acme.example',
    });
  });

  test('is taken again by the drivers of browser tests, from a copied recording', async () => {
    const { page } = journey;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    view = await openPage('/charts#/demo-request');
    await page.goto('/#/campaign');
    await page.getByRole('button', { name: 'Book a demo' }).first().click();
    await page.getByLabel('Full name').fill('Asha Rao');
    await page.getByLabel('Company').fill('Acme Robotics');
    await page.getByRole('button', { name: 'Request a demo' }).click();
    await diagram(/^demo-request, active: invalid/).waitFor();
    await view.getByRole('button', { name: 'Copy how I got here' }).click();
    await view.getByText('Copied').waitFor();
    const recording = JSON.parse(await view.evaluate(() => navigator.clipboard.readText()));
    const replayed = replay(demoRequestMachine, recording);
    expect(replayed.divergence).toBeUndefined();
    const { edges } = await traverseInBrowser(journey.site, demoRequestMachine, replayed, drivers);
    expect([...edges]).toContain('demoRequest.idle|request.submitted|1');
  });

  test('is also a list of messages between actors, readable on a phone', async () => {
    view = await openPage('/charts#/login');
    await view.setViewportSize({ width: 390, height: 844 });
    await view.getByText('Messages between actors').click();
    const messages = panel('Messages between actors');
    await journey.page.getByLabel('Email').fill('asha@acme.example');
    await messages.getByText('page → login email.changed').waitFor();
    await messages.getByText('login → passkey started').waitFor();
    expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('leads from an edge to the generated paths that take it', async () => {
    view = await openPage('/charts#/login');
    await view.getByText('States and edges of login as text').click();
    await panel('login as text')
      .getByRole('link', { name: 'consent.given leads to given' })
      .click();
    const paths = panel('open.consent.withdrawn|consent.given|0');
    await paths
      .getByText(/^Path \d+ of/)
      .first()
      .waitFor();
    expect(await paths.locator('mark').first().textContent()).toMatch(
      /^ +open\.consent\.withdrawn\|consent\.given\|0/,
    );
    await paths.getByRole('link', { name: 'Close' }).click();
    await log().waitFor();
  });

  test('of 500 events is stepped through without delay', async () => {
    view = await openPage('/charts#/login');
    await diagram(/^login, active/).waitFor();
    await journey.page.getByLabel('Email').evaluate((input, count) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      for (let index = 0; index < count; index += 1) {
        set?.call(input, `${index}@acme.example`);
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }, STEPS);
    await log()
      .getByText(`${STEPS - 1}@acme.example`)
      .waitFor();
    const times = await log().evaluate(async (section, count) => {
      const durations: number[] = [];
      for (let index = 0; index < count; index += 1) {
        const start = performance.now();
        section.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true, cancelable: true }),
        );
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        durations.push(performance.now() - start);
      }
      return durations.sort((a, b) => a - b);
    }, STEPS - 1);
    await panel(/^login x:/)
      .getByText('"email": "0@acme.example"')
      .waitFor();
    expect(times[Math.floor(STEPS / 2)]).toBeLessThan(STEP_MS_MAX);
  });
});

describe('a funnel report in the live view', () => {
  const sums = { started: 200, finished: 120, edges: {}, left: {} };
  const report = {
    format: 'funnel 1',
    now: { from: '2026-11-16', to: '2026-11-23' },
    before: { from: '2026-11-09', to: '2026-11-16' },
    visits: 'only visits on narrow windows',
    charts: [
      {
        chart: 'otp',
        versions: [{ version: 'b2f0', started: 200 }],
        now: {
          ...sums,
          edges: { 'open.boxes.deciding||1': 1900, 'open.gone|go|0': 30 },
          left: { 'open.boxes.shown': 50, verified: 120, 'open.boxes.hidden': null },
        },
        before: { ...sums, edges: { 'open.boxes.deciding||1': 950 } },
      },
    ],
  };
  const fileOf = (text: string, name = 'funnel.json') => ({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  const openReport = async (text = JSON.stringify(report)) => {
    const chooser = view.waitForEvent('filechooser');
    await view.getByRole('button', { name: 'Open a funnel report' }).click();
    await (await chooser).setFiles(fileOf(text));
  };
  const tables = () => panel('Counts of otp');

  test('is drawn for both periods, with tables, until it is closed', async () => {
    view = await openPage('/charts#/otp');
    await view.setViewportSize({ width: 1440, height: 900 });
    await openReport();
    await diagram(/^otp, this period/).waitFor();
    await diagram(/^otp, the period before/).waitFor();
    await view
      .getByRole('navigation', { name: 'Charts' })
      .getByRole('link', { name: 'otp 200 started' })
      .waitFor();
    await view.getByText('16–22 Nov: 200 started, 120 (60%) finished.').waitFor();
    await view.getByText('(days in UTC, only visits on narrow windows).').waitFor();
    await view.getByText('Counted in version b2f0 (200 started).').waitFor();
    await view.getByText('50 (25%) left').first().waitFor({ state: 'attached' });
    await view.getByText('Counts of otp as tables, 1 in older versions').click();
    const rows = await tables().getByRole('row').allTextContents();
    expect(rows[1]).toBe('open.boxes.shown50 (25%)0new');
    expect(rows).toContain('open.boxes.hidden<50');
    expect(rows).toContain('verified120 (60%)0new');
    expect(rows).toContain('open.boxes.deciding||11,900950+100%');
    expect(rows.at(-1)).toBe('open.gone|go|0300new');
    // What is moved in one drawing is moved in the other.
    const transforms = () =>
      view
        .locator('.react-flow__viewport')
        .evaluateAll((all) => all.map((each) => each.getAttribute('style')));
    const [first] = await transforms();
    await view.getByRole('button', { name: 'Zoom in' }).first().click();
    await expect.poll(async () => new Set(await transforms()).size).toBe(1);
    expect((await transforms())[0]).not.toBe(first);
    await view.getByRole('navigation').getByRole('link', { name: 'consent', exact: true }).click();
    await view.getByText('The report counts nothing of consent, but of').waitFor();
    await view.getByRole('main').getByRole('link', { name: 'otp' }).click();
    await diagram(/^otp, this period/).waitFor();
    await view.getByRole('navigation').getByRole('link', { name: 'consent', exact: true }).click();
    await view.getByRole('button', { name: 'Close the report' }).click();
    await diagram(/^consent, not running|^consent, active/).waitFor();
  });

  test('is drawn where it is taken most in thick, never in dashed lines', async () => {
    view = await openPage('/charts#/otp');
    await view.setViewportSize({ width: 1440, height: 900 });
    await openReport();
    await diagram(/^otp, this period/).waitFor();
    const lines = await view
      .locator('.react-flow__edge path[marker-end]')
      .evaluateAll((all) =>
        all.map((line) => [
          Number.parseFloat(getComputedStyle(line).strokeWidth),
          getComputedStyle(line).strokeDasharray,
        ]),
      );
    const widths = lines.map(([width]) => width).sort((a, b) => Number(b) - Number(a));
    expect(widths[0]).toBeGreaterThan(Number(widths[1]) * 1.8);
    expect(widths[1]).toBeGreaterThan(Number(widths[2]) * 1.8);
    expect(lines.filter(([, dash]) => dash !== 'none').length).toBeGreaterThan(30);
  });

  test('tells of a wrong file and of a server without counts', async () => {
    journey.visitor.expectConsole(/404/);
    view = await openPage('/charts?funnel#/otp');
    const status = view.getByRole('status');
    await status.getByText('The counts of this server cannot be shown.').waitFor();
    await openReport('{"format":"funnel 2"}');
    await status.getByText('funnel.json cannot be shown. It has the format “funnel 2”').waitFor();
    await openReport();
    await diagram(/^otp, this period/).waitFor();
    expect(await status.getByText('cannot be shown').count()).toBe(0);
    // A wrong file leaves the open report.
    await openReport('nonsense');
    await status.getByText('It is not a funnel report').waitFor();
    expect(await diagram(/^otp, this period/).count()).toBe(1);
  });

  test('shows one period at a time on a phone, and can be used with the keyboard', async () => {
    view = await openPage('/charts#/otp');
    await view.setViewportSize({ width: 390, height: 844 });
    await openReport();
    await diagram(/^otp, this period/).waitFor();
    expect(await diagram(/^otp/).count()).toBe(1);
    await view.getByRole('button', { name: 'the period before' }).focus();
    await view.keyboard.press('Enter');
    await diagram(/^otp, the period before/).waitFor();
    await view.getByText('Counts of otp as tables').focus();
    await view.keyboard.press('Enter');
    await tables().getByRole('link', { name: 'open.boxes.shown' }).focus();
    await view.keyboard.press('Enter');
    const paths = panel('open.boxes.shown');
    await paths.getByText('Path 1 of').waitFor();
    expect(await paths.locator('mark').count()).toBeGreaterThan(0);
    expect(await paths.evaluate((element) => element === document.activeElement)).toBe(true);
    await view.keyboard.press('Tab');
    await view.keyboard.press('Enter');
    await paths.waitFor({ state: 'detached' });
    expect(await view.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^Chart of otp/);
  });

  testConditions(
    ['light', 'dark'] as const,
    (scheme) => `has no accessibility violations in the ${scheme} scheme`,
    async (scheme) => {
      view = await openPage('/charts#/otp?state=open.boxes.shown');
      await view.emulateMedia({ colorScheme: scheme });
      await openReport();
      await panel('open.boxes.shown').getByText('Path 1 of').waitFor();
      await view.getByText('Counts of otp as tables').click();
      for (const width of [390, 1440]) {
        await view.setViewportSize({ width, height: 900 });
        await diagram(/^otp, this period/).waitFor();
        expect(await auditPage(view)).toEqual([]);
      }
    },
  );
});

test('a build for visitors contains nothing of the live view', () => {
  const assets = (dist: string): string =>
    readdirSync(join(dist, 'web'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:js|html|css)$/.test(file))
      .map((file) => readFileSync(join(dist, 'web', file), 'utf8'))
      .join('\n');
  const signatures = [
    'sitara-charts',
    'elkjs',
    'react-flow',
    'org.eclipse.elk',
    'statelyai',
    'Live charts',
  ];
  const found = (text: string) => signatures.filter((signature) => text.includes(signature));
  expect(found(assets(join(ROOT, 'dist')))).toEqual([]);
  // Stately's inspector is only in development.
  expect(found(assets(WITH_CHARTS))).toEqual([
    'sitara-charts',
    'react-flow',
    'org.eclipse.elk',
    'Live charts',
  ]);
});
