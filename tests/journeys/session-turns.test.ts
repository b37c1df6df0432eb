import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { createAccount } from '#tests/support/account.ts';
import { arriveWith } from '#tests/support/arrive-with.ts';
import { button } from '#tests/support/button.ts';
import { atHeading, newAddress, PASSWORD, typeCode } from '#tests/support/sign-up-by-hand.ts';
import { openSite, type Site, type Visitor } from '#tests/support/site.ts';
import { openWire, type Wire } from '#tests/support/wire.ts';

const LOGIN = new RegExp(`^${paths.login}$`);
const UPDATE = new RegExp(`^${paths.updatePassword}$`);
const REFRESH = new RegExp(`^${paths.refresh}$`);

let site: Site;
let visitor: Visitor;
/** Another tab of the same browser. */
let second: Visitor;
/** The calls of all tabs that renew the session. */
let renewals: string[];
beforeAll(async () => {
  site = await openSite();
});
beforeEach(async () => {
  visitor = await site.visitor();
  visitor.expectConsole(/Failed to load resource/);
  // By then it is the other tab's session, which may not set a password.
  visitor.expectConsole(/^password-update: (?:forbidden|unauthenticated)$/);
  const context = visitor.page.context();
  second = { ...visitor, page: await context.newPage() };
  renewals = [];
  context.on('request', (request) => {
    if (request.url().endsWith(paths.refresh)) renewals.push(request.method());
  });
});
afterEach(() => visitor.leave());
afterAll(() => site?.close());

const fillLogin = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
};

/** Ends signed in, before the form of a new password. */
const reachReset = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
};

/** Sends a new password, and is told that the session has run out. */
const findExpired = async (tab: Visitor): Promise<Wire> => {
  const wire = await openWire(tab.page, [UPDATE, REFRESH]);
  await tab.page.getByLabel('Enter new password').fill('wide river at noon');
  await tab.page.getByLabel('Confirm new password').fill('wide river at noon');
  await button(tab, 'Change Password').click();
  await wire.refuse(UPDATE, 'unauthenticated');
  return wire;
};

/** Waits until a tab waits for its turn. */
const untilInLine = ({ page }: Visitor) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.locks.query()).pending?.length))
    .toBe(1);

const account = async (): Promise<string> => {
  const email = newAddress();
  await createAccount(site.db, { email, password: PASSWORD });
  return email;
};

test('a tab whose session has run out waits for another one that logs in, and renews nothing', async () => {
  const email = await account();
  await fillLogin(second, email);
  await reachReset(visitor, email);
  const login = await openWire(second.page, [LOGIN]);
  await button(second, 'Log In').click();
  const held = await login.next(LOGIN);
  const wire = await findExpired(visitor);
  await untilInLine(visitor);
  await held.continue();
  await second.page.waitForURL('**/app/');
  // The call is repeated with what the login has brought.
  await wire.pass(UPDATE);
  await second.page.reload();
  await second.page.getByText(email).first().waitFor();
  expect(renewals).toEqual([]);
});

test('two tabs whose session has run out renew it once, and both go on', async () => {
  const email = await account();
  await reachReset(visitor, email);
  const state = await visitor.page.evaluate(() => history.state);
  await arriveWith(second.page, '/resetPassword', state);
  await atHeading(second, 'Set a new password');
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

test('who logs in does not wait for ever for a tab whose renewal hangs', async () => {
  const email = await account();
  await fillLogin(second, email);
  await reachReset(visitor, email);
  const wire = await findExpired(visitor);
  const renewal = await wire.next(REFRESH);
  await button(second, 'Log In').click();
  await second.page.waitForURL('**/app/');
  await renewal.abort('internetdisconnected');
});
