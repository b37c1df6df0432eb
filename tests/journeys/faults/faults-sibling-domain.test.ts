// @module-tag further
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
import { openSecureFront, type SecureFront } from '#tests/bench/pages/secure-front.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { pressAndDismissAlert } from '#tests/support/browser/forms/dismiss-alert.ts';
import {
  fillCompanyStep,
  newAccount,
  newAddress,
  PASSWORD,
  requestCode,
  startTrial,
  submitStep,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Site } from '#tests/support/browser/site.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { createHttpClient } from '#tests/support/server/http/http-client.ts';
import { sendPath, verifyEmail, verifyPath } from '#tests/support/server/sign-up-steps.ts';

/** The site and an attacker have sibling domains, which browsers count as one site. */
const DOMAIN = 'sitara.localhost';
/** Of the same kind on http: no Fetch Metadata, no Web Locks. */
const UNTRUSTED_DOMAIN = 'sitara.test';

const fixture = setUpSite();
let visitor: Visitor;
let page: Page;

const visit = async (site: Site, baseURL: string): Promise<void> => {
  visitor = await site.visitor({ baseURL, ignoreHTTPSErrors: true });
  ({ page } = visitor);
  visitor.expectConsole(/Failed to load resource/);
  visitor.expectConsole(/(?:Cross-Origin-Opener-Policy|Origin-Agent-Cluster) header/);
};
beforeEach(() => visit(fixture.site, fixture.site.url.replace('localhost', `www.${DOMAIN}`)));

// Not an intercepted request: browsers keep public pages from loopback.
const siblings = createServer((_, answer) => answer.end('<!doctype html><title>x</title>'));
beforeAll(() => once(siblings.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => siblings.close());

/** Opens a page of the attacker in another tab. */
const openSibling = async (domain: string): Promise<Page> => {
  const sibling = await page.context().newPage();
  const { port } = siblings.address() as AddressInfo;
  await sibling.goto(`http://evil.${domain}:${port}/`);
  return sibling;
};

const plant = async (planted: string[], domain = DOMAIN): Promise<void> => {
  const sibling = await openSibling(domain);
  for (const each of planted)
    for (const name of [cookieNames.xsrf, HOST_PREFIX + cookieNames.xsrf])
      await sibling.evaluate((cookie) => {
        // biome-ignore lint/suspicious/noDocumentCookie: as an attacker does.
        document.cookie = cookie;
      }, `${name}=planted; Domain=${domain}; ${each}`);
  await sibling.close();
};

const logIn = async (tab: Visitor, email: string): Promise<void> => {
  await tab.page.getByLabel('Email').fill(email);
  await tab.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await consentCheckbox(tab).check();
  await button(tab, 'Log In').click();
  await tab.page.waitForURL('**/app/');
};

describe('XSRF cookies that a sibling domain has planted', () => {
  test.each([
    ['for the whole domain', ['Path=/']],
    ['for the page', ['Path=/login', 'Path=/app/']],
    ['for the calls', ['Path=/v1', 'Path=/v2', 'Path=/v1/xsrf', 'Path=/v2/user/login']],
    ['for everything', ['Path=/', 'Path=/login', 'Path=/app', 'Path=/v1', 'Path=/v2']],
  ])('%s keep nobody from logging in and out', async (_, planted) => {
    const { site } = fixture;
    for (const isPlantedFirst of [true, false]) {
      const email = await newAccount(site);
      if (!isPlantedFirst) await page.goto('/login');
      await plant(planted);
      if (isPlantedFirst) await page.goto('/login');
      await logIn(visitor, email);
      await button(visitor, 'Log out').click();
      await page.waitForURL('**/#/login');
      await page.context().clearCookies();
    }
  });

  test('are not tried again by a page that has found the right one, until another tab replaces that', async () => {
    const email = await newAccount(fixture.site);
    // This page makes no call by itself.
    await page.goto('/checkout');
    await plant(['Path=/']);
    const rightToken = async () => {
      const cookies = await page.context().cookies(page.url());
      return cookies.find(({ name, value }) => name === cookieNames.xsrf && value !== 'planted');
    };
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers()[XSRF_HEADER]);
    });
    const askForCode = async () => {
      await page.getByLabel('Work email').fill(email);
      const refusal = page.waitForResponse((response) => response.status() === 409);
      await button(visitor, 'Send OTP').click();
      await refusal;
      await page.getByText('This Email is already registered').waitFor();
    };
    const first = await rightToken();
    await askForCode();
    await askForCode();
    await withSecondTab(visitor, async (tab) => {
      await tab.page.goto('/login');
      await logIn(tab, email);
    });
    const next = await rightToken();
    await askForCode();
    expect(next?.value).not.toBe(first?.value);
    expect(sent.slice(0, 3)).toEqual(['planted', first?.value, first?.value]);
    expect(sent.at(-1)).toBe(next?.value);
  });
});

/** Ways to a sign-up ticket for the address of an attacker, from a page of the attacker. */
const ways: Record<string, (sibling: Page, url: string) => Promise<unknown>> = {
  'a picture': (sibling, url) => addElement(sibling, 'img', 'src', url),
  'a picture that names its origin': (sibling, url) =>
    addElement(sibling, 'img', 'src', url, { crossorigin: 'use-credentials' }),
  'a script': (sibling, url) => addElement(sibling, 'script', 'src', url),
  'a stylesheet': (sibling, url) => addElement(sibling, 'link', 'href', url, { rel: 'stylesheet' }),
  'a preload': (sibling, url) =>
    addElement(sibling, 'link', 'href', url, { rel: 'preload', as: 'fetch' }),
  'a frame': (sibling, url) => addElement(sibling, 'iframe', 'src', url),
  'a request without CORS': (sibling, url) => send(sibling, url, 'no-cors'),
  'a request with CORS': (sibling, url) => send(sibling, url, 'cors'),
  'a link': (sibling, url) =>
    sibling.evaluate((address) => {
      location.href = address;
    }, url),
  'an address that is entered': (sibling, url) => sibling.goto(url),
};

const addElement = (
  sibling: Page,
  tag: string,
  address: 'src' | 'href',
  url: string,
  attributes: Record<string, string> = {},
) =>
  sibling.evaluate(
    ([name, all]) => {
      const element = document.createElement(name);
      for (const [key, value] of Object.entries(all)) element.setAttribute(key, value);
      document.body.append(element);
    },
    [tag, { ...attributes, [address]: url }] as const,
  );

const send = (sibling: Page, url: string, mode: RequestMode) =>
  sibling.evaluate(
    ([address, how]) => fetch(address, { mode: how, credentials: 'include' }).catch(() => {}),
    [url, mode] as const,
  );

/** Requests a code for the attacker's address, and tries each way to have it verified in the visitor's browser. */
const attack = async (site: Site, domain: string): Promise<void> => {
  const email = newAddress();
  await page.goto('/checkout');
  const attacker = createHttpClient(() => site.url, '10.9.9.9');
  const { origin } = new URL(page.url());
  expect((await attacker.post(sendPath(email), undefined, { origin })).status).toBe(200);
  const code = await site.inbox.nextCode(email);
  const url = new URL(verifyPath(email, code), page.url()).href;
  const context = page.context();
  visitor.expectConsole(/blocked by CORS policy|frame-ancestors 'none'/);
  for (const [name, way] of Object.entries(ways)) {
    const sibling = await openSibling(domain);
    // One with CORS fails once it is answered.
    const ended = new Promise((resolve) => {
      for (const event of ['requestfinished', 'requestfailed'] as const)
        context.on(event as 'requestfinished', (request) => {
          if (request.url() === url) resolve(request);
        });
    });
    await way(sibling, url);
    await ended;
    const cookies = (await context.cookies()).map((cookie) => cookie.name);
    expect([name, ...cookies]).not.toContain('ticket');
    await sibling.close();
  }
  // It was neither tried nor used up.
  expect((await attacker.get(verifyPath(email, code))).status).toBe(200);
};

test("no page of a sibling domain gives a browser the ticket of an attacker's address", async () => {
  await attack(fixture.site, DOMAIN);
});

test('a ticket that is not of the address on the page makes no company, and nothing typed is lost', async () => {
  const { site } = fixture;
  const [mine, theirs] = [newAddress(), newAddress()];
  await startTrial(site, visitor, mine);
  await fillCompanyStep(visitor);
  const attacker = createHttpClient(() => site.url, '10.9.9.8');
  await verifyEmail({ mailbox: site.inbox }, attacker, theirs);
  const value = attacker.cookies.get('ticket') ?? '';
  await page.context().addCookies([{ name: 'ticket', value, url: page.url() }]);

  await pressAndDismissAlert(visitor, 'Next', 'Please verify it again.');
  await waitForHeading(visitor, 'Sign up free to try now!');
  expect(await page.getByLabel('Work email').inputValue()).toBe(mine);
  await endResendPauses(site);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(mine));
  await page.getByText('Email verified').waitFor();
  await consentCheckbox(visitor).check();
  await button(visitor, 'Start a free trial').click();
  await waitForHeading(visitor, 'Tell us about your company');
  await submitStep(visitor);
  await waitForHeading(visitor, 'About You');
  const companies = await site.db
    .selectFrom('companies')
    .where('owner_email', 'in', [mine, theirs])
    .select(['owner_email', 'name'])
    .execute();
  expect(companies).toEqual([{ owner_email: mine, name: 'Acme Robotics' }]);
});

describe('on http', async () => {
  const port = await freePort();
  const baseURL = `http://www.${UNTRUSTED_DOMAIN}:${port}`;
  const plain = setUpSite({ publicUrl: baseURL, port });
  beforeEach(() => visit(plain.site, baseURL));

  test("no page of a sibling domain gives a browser the ticket of an attacker's address", async () => {
    await attack(plain.site, UNTRUSTED_DOMAIN);
  });

  test('an address is verified, also after a reload with a planted XSRF cookie', async () => {
    const email = newAddress();
    await page.goto('/checkout');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await requestCode(visitor, email);
    await plant(['Path=/'], UNTRUSTED_DOMAIN);
    await page.reload();
    await typeCode(visitor, await plain.site.inbox.nextCode(email));
    await page.getByText('Email verified').waitFor();
  });
});

describe('on https', async () => {
  const port = await freePort();
  const baseURL = `https://www.${DOMAIN}:${port}`;
  const secure = setUpSite({ publicUrl: baseURL });
  let front: SecureFront;
  beforeAll(async () => {
    front = await openSecureFront(port, secure.site.url.replace('localhost', '127.0.0.1'));
  });
  afterAll(() => front.close());

  test('no call is refused because of planted cookies: the right one has a prefix', async () => {
    const email = await newAccount(secure.site);
    await visit(secure.site, baseURL);
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.goto('/login');
    await plant(['Path=/', 'Path=/login', 'Path=/app', 'Path=/v1', 'Path=/v2']);
    await logIn(visitor, email);
    await button(visitor, 'Log out').click();
    await page.waitForURL('**/#/login');
    expect(refused).toEqual([]);
  });
});
