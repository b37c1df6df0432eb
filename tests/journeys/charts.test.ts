import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '#build/build.ts';
import { ROOT } from '#build/root.ts';
import { lookOver } from '#tests/support/look-over.ts';
import { newAddress } from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';

const SECRET = 'quiet lantern river';
const WITH_CHARTS = join(ROOT, '.cache', 'charts-site');

let site: Site;
let visitor: Visitor;
let view: Page;

const openView = async (address: string): Promise<Page> => {
  const page = await visitor.page.context().newPage();
  for (const kind of ['error', 'warning'])
    page.on('console', (message) => {
      if (message.type() === kind) visitor.console.push(message.text());
    });
  page.on('pageerror', (error) => visitor.console.push(String(error)));
  await page.goto(address);
  return page;
};

const drawing = (name: RegExp) => view.getByRole('img', { name });
const panel = (name: string | RegExp) => view.getByRole('region', { name, exact: true });
const log = () => panel('Log');

beforeAll(async () => {
  await buildSite({ dist: WITH_CHARTS, env: { VITE_CHARTS: '1' } });
  site = await openSite({ dist: WITH_CHARTS });
});
beforeEach(async () => {
  visitor = await site.visitor();
  await visitor.page.goto('/#/login');
  await visitor.page.getByLabel('Email').waitFor();
});
afterEach(() => visitor.leave());
afterAll(() => site?.close());

describe('the live view', () => {
  test('lights the states of another tab, also of one that was there before', async () => {
    view = await openView('/charts#/login');
    await drawing(/^login, active: withdrawn, neutral/).waitFor();
    expect(
      await view.getByRole('navigation', { name: 'Charts' }).getByText('1 live in /login').count(),
    ).toBe(2);
    await visitor.page.getByRole('checkbox', { name: /I agree/ }).check();
    await drawing(/active: given, neutral/).waitFor();
    await view.getByText('States and edges of login in words').click();
    const words = panel('login in words');
    await words.getByText('consent.given leads to given, taken last').waitFor();
    expect(await words.getByText(', active').count()).toBeGreaterThan(4);
  });

  test('shows events with what they carry, but no password, in no place', async () => {
    view = await openView('/charts#/login');
    await drawing(/active/).waitFor();
    await visitor.page.getByLabel('Email').fill('asha@acme.example');
    await visitor.page.getByLabel('Password', { exact: true }).fill(SECRET);
    await log().getByText('{"email":"asha@acme.example"}').waitFor();
    await log().getByText('{"password":"••••••"}').waitFor();
    await panel(/^login x:/)
      .getByText('"password": "••••••"')
      .waitFor();
    expect(await view.content()).not.toContain(SECRET);
    // Who opens a second view later is told the same, and no more.
    view = await openView('/charts#/login');
    await log().getByText('{"password":"••••••"}').waitFor();
    expect(await view.content()).not.toContain(SECRET);
  });

  test('an event that is sent there happens in the app', async () => {
    view = await openView('/charts#/login');
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
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe('nobody@acme.example');
    await events.getByRole('button', { name: 'code.requested' }).click();
    await visitor.page.getByLabel('Digit 1 of 6').waitFor();
    await drawing(/active: withdrawn, proving/).waitFor();
  });

  test('actors come and go; a chart is followed to the next actor that runs it', async () => {
    view = await openView('/charts#/otp');
    await drawing(/^otp, not running/).waitFor();
    await visitor.page.getByLabel('Email').fill(newAddress());
    await visitor.page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await visitor.page.getByLabel('Digit 1 of 6').waitFor();
    await drawing(/^otp, active: cooling, neutral/).waitFor();
    const first = await panel(/^otp x:/)
      .getByRole('heading')
      .first()
      .textContent();
    await visitor.page.goto('/#/');
    // What is over is folded up under what lives.
    await panel('Actors')
      .getByText(/^\d+ over$/)
      .click();
    const actors = await panel('Actors').getByRole('link').allTextContents();
    expect(actors).toEqual(['session', 'login', 'otp']);
    await panel(/^otp x:/)
      .getByText('over')
      .waitFor();
    // The tab has kept that a code is on its way.
    await visitor.page.goto('/#/login');
    await drawing(/^otp, active/).waitFor();
    await panel(/^otp x:/)
      .getByText('active', { exact: true })
      .waitFor();
    expect(
      await panel(/^otp x:/)
        .getByRole('heading')
        .first()
        .textContent(),
    ).not.toBe(first);
    await visitor.page.close();
    await view.getByText('No tab shows the app yet.').waitFor();
    await panel(/^otp x:/)
      .getByText('over')
      .waitFor();
  });

  test('the log can be paused, narrowed to a chart and emptied', async () => {
    view = await openView('/charts#/session');
    await log().getByText('login').first().waitFor();
    await log().getByRole('button', { name: 'Pause' }).click();
    const lines = await log().getByRole('listitem').count();
    await visitor.page.getByLabel('Email').fill('asha@acme.example');
    await log()
      .getByRole('button', { name: /Go on \(2 new\)/ })
      .waitFor();
    expect(await log().getByRole('listitem').count()).toBe(lines);
    await log().getByRole('button', { name: /Go on/ }).click();
    await log().getByText('email.changed').waitFor();
    await log().getByLabel('Only session').check();
    expect(await log().getByText('email.changed').count()).toBe(0);
    await log().getByRole('button', { name: 'Clear' }).click();
    await log().getByText('Nothing has happened yet.').waitFor();
  });

  test('its address may end in a slash', async () => {
    view = await openView('/charts/#/otp');
    await drawing(/^otp/).waitFor();
  });

  test.each(['/charts#/nonsense', '/charts#/%E0%A4%A'])(
    'an address of no chart says so and lists the charts: %s',
    async (address) => {
      view = await openView(address);
      const main = view.getByRole('main');
      await main.getByRole('heading', { name: /^There is no chart/ }).waitFor();
      await main.getByRole('link', { name: 'otp', exact: true }).click();
      await drawing(/^otp/).waitFor();
    },
  );

  test('the id of a chart leads to its address', async () => {
    view = await openView('/charts#/signUp');
    await drawing(/^sign-up/).waitFor();
    expect(new URL(view.url()).hash).toBe('#/sign-up');
  });

  test('without an address it shows what something happened to last', async () => {
    view = await openView('/charts');
    await drawing(/^login, active/).waitFor();
  });

  test('is worked by the keyboard alone', async () => {
    view = await openView('/charts');
    await view.getByRole('link', { name: 'trial', exact: true }).focus();
    await view.keyboard.press('Enter');
    expect(new URL(view.url()).hash).toBe('#/trial');
    await drawing(/^trial/).waitFor();
    await view.getByRole('region', { name: /^Chart of trial/ }).focus();
    const place = () =>
      drawing(/^trial/)
        .locator('> g')
        .getAttribute('transform');
    const first = await place();
    await view.keyboard.press('ArrowRight');
    expect(await place()).not.toBe(first);
    await view.keyboard.press('+');
    await view.getByText('100 %').waitFor();
    await view.keyboard.press('0');
    const box = await drawing(/^trial/)
      .locator('> g')
      .boundingBox();
    const frame = await drawing(/^trial/).boundingBox();
    expect(box?.height).toBeLessThanOrEqual(frame?.height ?? 0);
    await view.keyboard.press('Escape');
    expect(await place()).toBe(first);
  });

  test('after an event is sent by the keyboard, the focus is where it was', async () => {
    view = await openView('/charts#/login');
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
    // A button that goes with the state leaves the focus to its panel.
    await events.getByRole('button', { name: 'consent.given' }).focus();
    await view.keyboard.press('Enter');
    await drawing(/active: given/).waitFor();
    await expect.poll(focused).toBe('SECTION');
  });

  test('of two tabs each is named by its route and a short id', async () => {
    view = await openView('/charts#/login');
    await drawing(/active/).waitFor();
    const other = await openView('/#/login');
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

  test('what an actor remembers is in sight beside what can be sent', async () => {
    view = await openView('/charts#/login');
    await view.setViewportSize({ width: 1440, height: 900 });
    await visitor.page.getByLabel('Email').fill(newAddress());
    await visitor.page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await drawing(/active: withdrawn, proving/).waitFor();
    const frame = await panel(/^login x:/).boundingBox();
    const heading = await panel(/^login x:/)
      .getByRole('heading', { name: 'Context' })
      .boundingBox();
    const bottom = (place: typeof frame) => (place ? place.y + place.height : Number.NaN);
    expect(bottom(heading)).toBeLessThan(bottom(frame));
  });

  test('on a phone an active state is in sight whole at once', async () => {
    await visitor.page.getByLabel('Email').fill(newAddress());
    await visitor.page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await visitor.page.getByLabel('Digit 1 of 6').waitFor();
    view = await visitor.page.context().newPage();
    await view.setViewportSize({ width: 390, height: 844 });
    await view.goto('/charts#/otp');
    await drawing(/^otp, active: \w+, \w+/).waitFor();
    const wholeOnes = async () => {
      const frame = await drawing(/^otp/).boundingBox();
      const states = drawing(/^otp/).locator('[data-active="now"][data-leaf] > rect:first-child');
      const places = await Promise.all((await states.all()).map((state) => state.boundingBox()));
      return places.filter(
        (place) =>
          place &&
          frame &&
          place.x >= frame.x &&
          place.x + place.width <= frame.x + frame.width &&
          place.y >= frame.y &&
          place.y + place.height <= Math.min(844, frame.y + frame.height),
      ).length;
    };
    await expect.poll(wholeOnes).toBeGreaterThan(0);
  });

  test.each(['light', 'dark'] as const)('breaks no rule of access in the %s', async (scheme) => {
    view = await openView('/charts#/login');
    await view.emulateMedia({ colorScheme: scheme });
    await drawing(/active/).waitFor();
    await visitor.page.getByLabel('Email').fill('asha@acme.example');
    await log().getByText('email.changed').waitFor();
    await view.getByText('States and edges of login in words').click();
    for (const width of [390, 1440, 1920]) {
      await view.setViewportSize({ width, height: 900 });
      expect(await lookOver(view)).toEqual([]);
    }
  });
});

test('a build for visitors holds nothing of it', () => {
  const assets = (dist: string): string =>
    readdirSync(join(dist, 'web'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:js|html|css)$/.test(file))
      .map((file) => readFileSync(join(dist, 'web', file), 'utf8'))
      .join('\n');
  const traces = ['sitara-charts', 'elkjs', 'org.eclipse.elk', 'statelyai', 'Live charts'];
  const found = (text: string) => traces.filter((trace) => text.includes(trace));
  expect(found(assets(join(ROOT, 'dist')))).toEqual([]);
  // The inspector is for development alone.
  expect(found(assets(WITH_CHARTS))).toEqual(['sitara-charts', 'org.eclipse.elk', 'Live charts']);
});
