// @module-tag further
import type { Route } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { endSessions } from '#tests/support/browser/end-sessions.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import {
  newAddress,
  PASSWORD,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { openWithNavigationState } from '#tests/support/browser/open-with-navigation-state.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import {
  interceptRequests,
  type RequestInterceptor,
} from '#tests/support/chart-paths/intercept-requests.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';

const LOGIN = new RegExp(`^${paths.login}$`);
const UPDATE = new RegExp(`^${paths.updatePassword}$`);
const REFRESH = new RegExp(`^${paths.refresh}$`);
const LOGOUT = new RegExp(`^${paths.logout}$`);

/** A second tab of the same browser. */
let second: Visitor;
/** The session renewals of all tabs. */
let renewals: string[];
const journey = setUpJourney();
beforeEach(async () => {
  const { visitor, page } = journey;
  visitor.expectConsole(/Failed to load resource/);
  // By then the session belongs to the other tab, and may not set a password.
  visitor.expectConsole(/^password-update: (?:forbidden|unauthenticated)$/);
  const context = page.context();
  second = { ...visitor, page: await context.newPage() };
  renewals = [];
  context.on('request', (request) => {
    if (request.url().endsWith(paths.refresh)) renewals.push(request.method());
  });
});

const fillLogin = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
};

/** Signs in and opens the form of a new password. */
const reachReset = async (tab: Visitor, email: string): Promise<void> => {
  const { page } = tab;
  await page.goto('/#/forgotPassword');
  await waitForHeading(tab, 'Forgot Password?');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(journey.visitor, await journey.site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
};

/** Submits a new password and expects the message that the session has expired. */
const findExpired = async (tab: Visitor, ...more: RegExp[]): Promise<RequestInterceptor> => {
  const wire = await interceptRequests(tab.page, [UPDATE, REFRESH, ...more]);
  await tab.page.getByLabel('Enter new password').fill('wide river at noon');
  await tab.page.getByLabel('Confirm new password').fill('wide river at noon');
  await button(tab, 'Change Password').click();
  await wire.refuse(UPDATE, 'unauthenticated');
  return wire;
};

/** Waits until a tab waits for the lock. */
const untilInLine = ({ page }: Visitor) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.length))
    .toBe(1);

/** What another tab stores reaches a tab later than the lock that it releases, or here never. */
const hideStored = ({ page }: Visitor) =>
  page.evaluate(() => {
    Storage.prototype.getItem = () => null;
  });

const account = async (): Promise<string> => {
  const email = newAddress();
  await insertAccount(journey.site.db, { email, password: PASSWORD });
  return email;
};

test("a tab with an expired session waits for another tab's login and renews nothing", async () => {
  const { visitor } = journey;
  const email = await account();
  await fillLogin(second, email);
  await reachReset(visitor, email);
  const login = await interceptRequests(second.page, [LOGIN]);
  await button(second, 'Log In').click();
  const held = await login.next(LOGIN);
  const wire = await findExpired(visitor);
  await untilInLine(visitor);
  await hideStored(visitor);
  await held.continue();
  await second.page.waitForURL('**/app/');
  // The call is repeated with the new session's cookies.
  await wire.pass(UPDATE);
  await second.page.reload();
  await second.page.getByText(email).first().waitFor();
  expect(renewals).toEqual([]);
});

test('two tabs with an expired session renew it once, and both continue', async () => {
  const { visitor } = journey;
  const email = await account();
  await reachReset(visitor, email);
  const state = await visitor.page.evaluate(() => history.state);
  await openWithNavigationState(second.page, '/resetPassword', state);
  await waitForHeading(second, 'Set a new password');
  const first = await findExpired(visitor);
  const renewal = await first.next(REFRESH);
  const other = await findExpired(second);
  await untilInLine(second);
  await hideStored(second);
  await renewal.continue();
  const repeated = [
    [visitor, await first.next(UPDATE)],
    [second, await other.next(UPDATE)],
  ] as const;
  // Before a new password: it replaces the tokens of what the application page of the other tab asks for.
  expect(renewals).toEqual(['POST']);
  for (const [tab, update] of repeated) {
    await update.continue();
    await tab.page.waitForURL('**/app/');
  }
});

describe('a login in another tab while an expired session is being signed out', () => {
  /** What the server answers to a request that is held, with the cookies that the browser has now. */
  const answerNow = async (route: Route) => {
    const request = route.request();
    const cookies = await journey.page.context().cookies(request.url());
    const { status, headers } = await fetch(request.url(), {
      method: 'POST',
      headers: {
        ...(await request.allHeaders()),
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
    });
    return { status, setCookie: headers.getSetCookie().join('\n') };
  };
  const fulfil = (route: Route, { status, setCookie }: Awaited<ReturnType<typeof answerNow>>) =>
    route.fulfill({
      status,
      headers: { 'set-cookie': setCookie },
      json: status === 200 ? {} : { error: { code: 'unauthenticated', message: '' } },
    });

  /** Opens the form of a new password with a session that has ended, and the login in the other tab. */
  const prepare = async () => {
    const { visitor, site } = journey;
    const email = await account();
    await fillLogin(second, email);
    await reachReset(visitor, email);
    await endSessions(site, email);
    return email;
  };
  const logIn = async () => {
    await button(second, 'Log In').click();
    await second.page.waitForURL('**/app/');
  };
  const staysLoggedIn = async (email: string) => {
    await second.page.reload();
    await second.page.getByText(email).first().waitFor();
    expect((await countSessions(journey.site, email)).open).toBe(1);
    expect(await second.page.evaluate(() => document.cookie)).toContain('signed-in=1');
  };

  test('outlives the refusal of the renewal, and the page repeats its call in the new session', async () => {
    const { visitor, page } = journey;
    const email = await prepare();
    const wire = await findExpired(visitor);
    const renewal = await wire.next(REFRESH);
    const refusal = await answerNow(renewal);
    expect(refusal.status).toBe(401);
    await logIn();
    await fulfil(renewal, refusal);
    await wire.pass(UPDATE);
    await staysLoggedIn(email);
    expect(page.url()).toContain('/resetPassword');
  });

  test('outlives the logout that follows, and the page repeats its call in the new session', async () => {
    const { visitor, page } = journey;
    const email = await prepare();
    const wire = await findExpired(visitor, LOGOUT);
    await wire.pass(REFRESH);
    const logout = await wire.next(LOGOUT);
    await logIn();
    await logout.continue();
    await wire.pass(UPDATE);
    await staysLoggedIn(email);
    expect(page.url()).toContain('/resetPassword');
  });

  test('outlives the response to the logout that follows', async () => {
    const { visitor } = journey;
    const email = await prepare();
    const wire = await findExpired(visitor, LOGOUT);
    await wire.pass(REFRESH);
    const logout = await wire.next(LOGOUT);
    const answer = await answerNow(logout);
    expect(answer.status).toBe(200);
    await logIn();
    await fulfil(logout, answer);
    await visitor.page.waitForURL('**/#/login');
    await staysLoggedIn(email);
  });

  test('and a logout there: the page opens the login', async () => {
    const { visitor, page } = journey;
    await prepare();
    const wire = await findExpired(visitor, LOGOUT);
    await wire.pass(REFRESH);
    const logout = await wire.next(LOGOUT);
    await logIn();
    await button(second, 'Log out').click();
    await second.page.waitForURL('**/#/login');
    await page.evaluate(() => localStorage.removeItem('sitara.session-renewed-at'));
    await logout.continue();
    await wire.pass(REFRESH);
    await wire.pass(LOGOUT);
    await page.getByText('Your session has ended. Please log in again.').waitFor();
  });
});

test('a login does not wait for ever for a tab whose renewal hangs', async () => {
  const { visitor } = journey;
  const email = await account();
  await fillLogin(second, email);
  await reachReset(visitor, email);
  const wire = await findExpired(visitor);
  const renewal = await wire.next(REFRESH);
  await button(second, 'Log In').click();
  await second.page.waitForURL('**/app/');
  await renewal.abort('internetdisconnected');
});
