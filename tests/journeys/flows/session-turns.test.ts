import { beforeEach, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
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
} from '#tests/support/edges/intercept-requests.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';

const LOGIN = new RegExp(`^${paths.login}$`);
const UPDATE = new RegExp(`^${paths.updatePassword}$`);
const REFRESH = new RegExp(`^${paths.refresh}$`);

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
const reachReset = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(journey.visitor, await journey.site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
};

/** Submits a new password and expects the message that the session has expired. */
const findExpired = async (tab: Visitor): Promise<RequestInterceptor> => {
  const wire = await interceptRequests(tab.page, [UPDATE, REFRESH]);
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
  await renewal.continue();
  for (const [tab, wire] of [
    [visitor, first],
    [second, other],
  ] as const) {
    await wire.pass(UPDATE);
    await tab.page.waitForURL('**/app/');
  }
  expect(renewals).toEqual(['POST']);
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
