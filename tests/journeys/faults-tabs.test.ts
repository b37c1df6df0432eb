import { beforeEach, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { arriveWith } from '#tests/support/arrive-with.ts';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { button } from '#tests/support/button.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/choose-plan.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo, leadsFrom } from '#tests/support/demo-by-hand.ts';
import { expectFaults, mailsTo } from '#tests/support/faults.ts';
import {
  enterApp,
  fillAddress,
  fillLogin,
  fillNewPassword,
} from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import { pressAndRead } from '#tests/support/press-and-read.ts';
import { sessionsOf } from '#tests/support/sessions-of.ts';
import {
  askForCode,
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  next,
  reachAbout,
  startTrial,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';
import type { Visitor } from '#tests/support/site.ts';

const journey = openJourney(expectFaults);
/** Another tab of the same browser. */
let second: Visitor;
beforeEach(async () => {
  const { visitor, page } = journey;
  second = { ...visitor, page: await page.context().newPage() };
});

const companiesOf = (email: string) =>
  journey.site.db.selectFrom('companies').selectAll().where('owner_email', '=', email).execute();

const finish = async (tab: Visitor): Promise<void> => {
  await fillPerson(tab);
  await next(tab);
  await atHeading(tab, 'You are all set!');
  await button(tab, 'Done').click();
  await tab.page.waitForURL('**/app/jobs/new');
};

test('two tabs at the same address: one mail, and the second tab goes on where the first one is', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await second.page.goto('/#/checkout');
  await atHeading(second, 'Sign up free to try now!');
  await askForCode(visitor, email);
  const code = await site.inbox.nextCode(email);

  await second.page.getByLabel('Work email').fill(email);
  await pressAndRead(second, 'Send OTP', "Invitation mail can't be sent Please try again.");
  // The code that the first tab asked for holds here.
  await typeCode(second, code);
  await second.page.getByText('Email verified').waitFor();
  expect(mailsTo(site, email)).toBe(1);

  await typeCode(visitor, code);
  await visitor.page.getByText('Invalid OTP').first().waitFor();
  await consent(second).check();
  await button(second, 'Start a free trial').click();
  await atHeading(second, 'Tell us about your company');
  await visitor.page.reload();
  await atHeading(visitor, 'Tell us about your company');
});

test('two tabs that send step 1 at once make one company and one user', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await startTrial(site, visitor, email);
  await second.page.goto('/#/checkout');
  await atHeading(second, 'Tell us about your company');
  for (const tab of [visitor, second]) await fillCompany(tab);
  await Promise.all([next(visitor), next(second)]);
  for (const tab of [visitor, second]) {
    await atHeading(tab, 'About You');
    await button(tab, 'Try again').waitFor({ state: 'detached' });
  }
  expect(await companiesOf(email)).toHaveLength(1);
  const users = await site.db.selectFrom('users').where('email', '=', email).select('id').execute();
  expect(users).toHaveLength(1);
  await finish(second);
});

test('two tabs that sign up two addresses: the last one verified goes on, the first one starts over', async () => {
  const { site, visitor } = journey;
  const first = newAddress();
  const other = newAddress();
  await second.page.goto('/#/checkout');
  await atHeading(second, 'Sign up free to try now!');
  await startTrial(site, visitor, first);
  await fillCompany(visitor);
  await visitor.page.getByLabel('Company name').fill('First Robotics');
  await startTrial(site, second, other);

  await pressAndRead(visitor, 'Next', 'Please verify it again.');
  await atHeading(visitor, 'Sign up free to try now!');
  expect(await visitor.page.getByLabel('Work email').inputValue()).toBe(first);
  expect(await companiesOf(first)).toEqual([]);
  expect(await companiesOf(other)).toEqual([]);

  await fillCompany(second);
  await next(second);
  await atHeading(second, 'About You');
  await finish(second);

  await endResendPauses(site);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(first));
  await visitor.page.getByText('Email verified').waitFor();
  await consent(visitor).check();
  await button(visitor, 'Start a free trial').click();
  await atHeading(visitor, 'Tell us about your company');
  expect(await visitor.page.getByLabel('Company name').inputValue()).toBe('First Robotics');
  await next(visitor);
  await atHeading(visitor, 'About You');
  await finish(visitor);
  expect(await companiesOf(first)).toMatchObject([{ name: 'First Robotics' }]);
  expect(await companiesOf(other)).toMatchObject([{ name: 'Acme Robotics' }]);
});

test('a sign-up that another tab has finished can be finished here, too, and stays finished', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await reachAbout(site, visitor, email);
  await second.page.goto('/#/checkout');
  await atHeading(second, 'About You');
  await finish(visitor);
  await finish(second);
  await second.page.goto('/#/checkout');
  await atHeading(second, 'You are already signed in');
});

test('another password in a second tab is not set, which is said, and both tabs go on', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await reachAbout(site, visitor, email);
  await second.page.goto('/#/checkout');
  await atHeading(second, 'About You');
  await fillPerson(visitor);
  await fillPerson(second);
  await second.page.getByLabel('Create password').fill('another password than that');
  await next(visitor);
  await atHeading(visitor, 'You are all set!');
  await next(second);
  await second.page.getByText('Use the password that was set first.').first().waitFor();
  await atHeading(second, 'You are all set!');
  await button(visitor, 'Done').click();
  await visitor.page.waitForURL('**/app/jobs/new');
});

test('who logs out in one tab is told in the other, which starts over with what was typed', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await reachAbout(site, visitor, email);
  await second.page.goto('/app/');
  await button(second, 'Log out').click();
  await second.page.waitForURL('**/#/login');
  await fillPerson(visitor);
  await next(visitor);
  await page.getByText('Login failed. Please check default credentials.').first().waitFor();
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  await button(visitor, 'Try again').click();
  await page.getByRole('alertdialog').getByText('Please verify it again.').waitFor();
});

test('two tabs log in at once: one session is left, each tab is in the app or offered it', async () => {
  const { site, visitor } = journey;
  const email = await newAccount(site);
  const tabs = [visitor, second];
  for (const tab of tabs) {
    await fillLogin(tab, email);
  }
  await Promise.all(tabs.map((tab) => button(tab, 'Log In').click()));
  // The later login ended the session of the earlier one, perhaps while its tab was on its way.
  for (const { page } of tabs) {
    const offered = page.getByRole('heading', { name: 'You are already signed in' });
    await page.getByRole('heading', { name: 'Home', exact: true }).or(offered).waitFor();
  }
  for (const { page } of tabs) {
    await page.goto('/app/');
    await page.getByText(email).first().waitFor();
  }
});

test('a code that one tab has used logs in no other one, which says so', async () => {
  const { site, visitor } = journey;
  const email = await newAccount(site);
  const tabs = [visitor, second];
  for (const tab of tabs) {
    await fillAddress(tab, '/login', email);
    await button(tab, 'Sign in using email OTP').click();
    await tab.page.getByLabel('Digit 1 of 6').waitFor();
  }
  await button(second, 'OK').click();
  const code = await site.inbox.nextCode(email);
  for (const tab of tabs) {
    await consent(tab).check();
    await typeCode(tab, code);
  }
  await button(visitor, 'Verify').click();
  await visitor.page.waitForURL('**/app/');
  await button(second, 'Verify').click();
  await second.page.getByText('Invalid OTP').first().waitFor();
  expect(mailsTo(site, email)).toBe(1);
});

test('two tabs that reset one password both go on, and the last password holds', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillAddress(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await atHeading(visitor, 'Set a new password');
  const state = await page.evaluate(() => history.state);
  await arriveWith(second.page, '/resetPassword', state);
  await atHeading(second, 'Set a new password');
  for (const [tab, password] of [
    [visitor, 'wide river at noon'],
    [second, 'narrow river at dusk'],
  ] as const) {
    await fillNewPassword(tab, password);
    await button(tab, 'Change Password').click();
    await tab.page.waitForURL('**/app/');
  }
  const other = await site.visitor();
  await fillLogin(other, email, 'narrow river at dusk');
  await button(other, 'Log In').click();
  await other.page.waitForURL('**/app/');
  await other.leave();
});

test('the same demo request from two tabs is one lead', async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  const tabs = [visitor, second];
  for (const tab of tabs) {
    await tab.page.goto('/#/demo');
    await fillDemo(tab, email);
  }
  await Promise.all(tabs.map((tab) => button(tab, 'Request a demo').click()));
  for (const { page } of tabs) await page.waitForURL('**/#/thankyou');
  expect(await leadsFrom(site, email)).toBe(1);
});

test('two tabs log out at once: the session ends once, and each tab is at the login', async () => {
  const { site, visitor } = journey;
  const email = await enterApp(site, visitor);
  await second.page.goto('/app/');
  const tabs = [visitor, second];
  await Promise.all(tabs.map((tab) => button(tab, 'Log out').click()));
  for (const tab of tabs) await atHeading(tab, 'Log in');
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a tab that is about to log out when another one has done so is at the login as well', async () => {
  const { site, visitor } = journey;
  const email = await enterApp(site, visitor);
  await second.page.goto('/app/');
  await second.page.route(
    `**${paths.logout}`,
    async (route) => {
      await button(visitor, 'Log out').click();
      await atHeading(visitor, 'Log in');
      await route.continue();
    },
    { times: 1 },
  );
  await button(second, 'Log out').click();
  await atHeading(second, 'Log in');
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
});

test('a logout in a tab whose session another one has ended leads to the login', async () => {
  const { site, visitor } = journey;
  const email = await enterApp(site, visitor);
  await second.page.goto('/app/');
  for (const tab of [visitor, second]) {
    await button(tab, 'Log out').click();
    await atHeading(tab, 'Log in');
  }
  expect(await sessionsOf(site, email)).toEqual({ open: 0, endings: 1 });
});

test('each tab keeps the plan that was chosen in it', async () => {
  const plans = [
    [journey.visitor, 'Pro'],
    [second, 'Starter'],
  ] as const;
  for (const [tab, plan] of plans) {
    await openPricing(tab);
    await planLink(tab, plan).click();
    await chosenPlan(tab, plan).waitFor();
  }
  for (const [tab, plan] of plans) {
    await tab.page.reload();
    await chosenPlan(tab, plan).waitFor();
  }
});
