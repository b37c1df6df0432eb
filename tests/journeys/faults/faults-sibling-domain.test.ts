import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cookieNames, HOST_PREFIX, XSRF_HEADER } from '#contract/cookies.ts';
import { openSecureFront, type SecureFront } from '#tests/bench/pages/secure-front.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { consentCheckbox } from '#tests/support/browser/forms/consent-checkbox.ts';
import { newAccount, PASSWORD } from '#tests/support/browser/forms/sign-up-form.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import type { Site } from '#tests/support/browser/site.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import { freePort } from '#tests/support/server/free-port.ts';

/** The site has a domain of its own, and an attacker a sibling of it: browsers count both as one site. */
const HOST = 'www.sitara.localhost';
const DOMAIN = 'sitara.localhost';
const SIBLING = 'http://evil.sitara.localhost/';

const fixture = setUpSite();
let visitor: Visitor;
let page: Page;

const visit = async (site: Site, baseURL: string): Promise<void> => {
  visitor = await site.visitor({ baseURL, ignoreHTTPSErrors: true });
  ({ page } = visitor);
  visitor.expectConsole(/Failed to load resource/);
};
beforeEach(() => visit(fixture.site, fixture.site.url.replace('localhost', HOST)));

/** Opens a page of the attacker in another tab. */
const openSibling = async (body: string): Promise<Page> => {
  const sibling = await page.context().newPage();
  await sibling.route(`${SIBLING}**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await sibling.goto(SIBLING);
  return sibling;
};

const plant = async (...planted: string[]): Promise<void> => {
  const sibling = await openSibling('');
  for (const each of planted)
    for (const name of [cookieNames.xsrf, HOST_PREFIX + cookieNames.xsrf])
      await sibling.evaluate((cookie) => {
        // biome-ignore lint/suspicious/noDocumentCookie: as an attacker does.
        document.cookie = cookie;
      }, `${name}=planted; Domain=${DOMAIN}; ${each}`);
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
      await plant(...planted);
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
    await plant('Path=/');
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

describe('on https', async () => {
  const port = await freePort();
  const baseURL = `https://${HOST}:${port}`;
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
    await plant('Path=/', 'Path=/login', 'Path=/app', 'Path=/v1', 'Path=/v2');
    await logIn(visitor, email);
    await button(visitor, 'Log out').click();
    await page.waitForURL('**/#/login');
    expect(refused).toEqual([]);
  });
});
