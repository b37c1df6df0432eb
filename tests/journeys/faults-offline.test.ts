import { expect, test } from 'vitest';
import { endResendPauses } from '#tests/support/ask-anew.ts';
import { button } from '#tests/support/button.ts';
import { chosenPlan, openPricing, planLink } from '#tests/support/choose-plan.ts';
import { consent } from '#tests/support/consent.ts';
import { fillDemo, leadsFrom } from '#tests/support/demo-by-hand.ts';
import { expectFaults, mailsTo } from '#tests/support/faults.ts';
import { hindranceLine } from '#tests/support/hindrance-line.ts';
import {
  enterApp,
  fillAddress,
  fillLogin,
  fillNewPassword,
} from '#tests/support/log-in-by-hand.ts';
import { openJourney } from '#tests/support/open-journey.ts';
import { pressAndRead } from '#tests/support/press-and-read.ts';
import {
  atHeading,
  fillCompany,
  fillPerson,
  newAccount,
  newAddress,
  next,
  PASSWORD,
  typeCode,
} from '#tests/support/sign-up-by-hand.ts';

const NEW_PASSWORD = 'wide river at noon';
const OFFLINE = 'You are offline.';
const UNEXPECTED = 'Something went wrong. Please try again.';

const journey = openJourney(expectFaults);

const digits = () =>
  journey.page
    .getByRole('group', { name: 'Verification code' })
    .getByRole('textbox')
    .evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));

/** Does something without a network, is told so in the form, and is connected again. */
const whileOffline = async (act: () => Promise<void>): Promise<void> => {
  const { visitor, page } = journey;
  const told = hindranceLine(visitor, OFFLINE);
  await page.context().setOffline(true);
  await told.waitFor();
  await act();
  await page.context().setOffline(false);
  await told.waitFor({ state: 'detached' });
};

/** Until what was told before has gone: the same words are waited for again. */
const untilQuiet = () =>
  expect.poll(() => journey.page.getByText(UNEXPECTED).count(), { timeout: 10_000 }).toBe(0);

test('the network goes at every step of a sign-up: each says so, and each goes on', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await whileOffline(() =>
    pressAndRead(visitor, 'Send OTP', "Invitation mail can't be sent Please try again."),
  );
  expect(await page.getByLabel('Work email').inputValue()).toBe(email);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();

  await whileOffline(async () => {
    await typeCode(visitor, code);
    await page.getByText(UNEXPECTED).first().waitFor();
  });
  expect(await digits()).toBe(code);
  await button(visitor, 'Check again').click();
  await page.getByText('Email verified').waitFor();
  await consent(visitor).check();
  await button(visitor, 'Start a free trial').click();

  await atHeading(visitor, 'Tell us about your company');
  await fillCompany(visitor);
  await whileOffline(async () => {
    await next(visitor);
    await atHeading(visitor, 'About You');
    await page.getByText('Error creating company or user.').first().waitFor();
    await page.getByText('Your company was not created. Nothing you typed is lost.').waitFor();
  });
  await button(visitor, 'Try again').click();
  await button(visitor, 'Try again').waitFor({ state: 'detached' });

  await fillPerson(visitor);
  await untilQuiet();
  await whileOffline(async () => {
    await next(visitor);
    await page.getByText(UNEXPECTED).first().waitFor();
  });
  expect(await page.getByLabel('Your name').inputValue()).toBe('Asha Rao');
  expect(await page.getByLabel('Create password').inputValue()).toBe(PASSWORD);
  await next(visitor);

  await atHeading(visitor, 'You are all set!');
  await page.getByLabel('About the company').fill('We build small robots.');
  await untilQuiet();
  await whileOffline(async () => {
    await button(visitor, 'Done').click();
    await page.getByText(UNEXPECTED).first().waitFor();
  });
  expect(await page.getByLabel('About the company').inputValue()).toBe('We build small robots.');
  await button(visitor, 'Done').click();
  await page.waitForURL('**/app/jobs/new');

  const companies = await site.db
    .selectFrom('companies')
    .where('owner_email', '=', email)
    .select(['about', 'location'])
    .execute();
  expect(companies).toMatchObject([{ about: 'We build small robots.', location: 'Delhi, Pune' }]);
  expect(mailsTo(site, email)).toBe(1);
});

test('a login by password', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await whileOffline(() => pressAndRead(visitor, 'Log In', UNEXPECTED));
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
  expect(await consent(visitor).isChecked()).toBe(true);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a login whose user could not be looked up: consent and password stay as they were', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillLogin(visitor, email);
  await page.route('**/v2/user/getuser', (route) => route.abort('internetdisconnected'), {
    times: 1,
  });
  await pressAndRead(visitor, 'Log In', UNEXPECTED);
  expect(await consent(visitor).isChecked()).toBe(true);
  await button(visitor, 'Log In').click();
  await page.waitForURL('**/app/');
});

test('a login by code: one mail, and the digits stay', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillAddress(visitor, '/login', email);
  await whileOffline(() =>
    pressAndRead(visitor, 'Sign in using email OTP', 'Could not send OTP, please trye again'),
  );
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await consent(visitor).check();
  await typeCode(visitor, code);
  await whileOffline(() => pressAndRead(visitor, 'Verify', UNEXPECTED));
  expect(await digits()).toBe(code);
  await button(visitor, 'Verify').click();
  await page.waitForURL('**/app/');
  expect(mailsTo(site, email)).toBe(1);
});

test('a code that is asked for again: the boxes stay, and so does the way to another one', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await page.clock.install();
  await fillAddress(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await page.clock.runFor(31_000);
  await endResendPauses(site);
  await whileOffline(() =>
    pressAndRead(visitor, 'Resend', 'Could not send OTP, please trye again'),
  );
  await button(visitor, 'Resend').click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await atHeading(visitor, 'Set a new password');
  expect(mailsTo(site, email)).toBe(2);
});

test('a forgotten password, to the new one', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await fillAddress(visitor, '/forgotPassword', email);
  await whileOffline(() =>
    pressAndRead(visitor, 'Send OTP', 'Could not send OTP, please trye again'),
  );
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await button(visitor, 'Send OTP').click();
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, code);
  await whileOffline(() => pressAndRead(visitor, 'Verify', UNEXPECTED));
  await button(visitor, 'Verify').click();

  await atHeading(visitor, 'Set a new password');
  await fillNewPassword(visitor, NEW_PASSWORD);
  await whileOffline(() => pressAndRead(visitor, 'Change Password', UNEXPECTED));
  expect(await page.getByLabel('Confirm new password').inputValue()).toBe(NEW_PASSWORD);
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});

test.each(['/demo', '/campaign'])('a demo request from %s', async (path) => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto(`/#${path}`);
  if (path === '/campaign') await button(visitor, 'Book a demo').first().click();
  await fillDemo(visitor, email);
  await whileOffline(() =>
    pressAndRead(visitor, 'Request a demo', 'Something went wrong, please try again later'),
  );
  expect(await page.getByLabel('Full name').inputValue()).toBe('Asha Rao');
  await button(visitor, 'Request a demo').click();
  await page.waitForURL(path === '/demo' ? '**/#/thankyou' : '**/#/thankyou_campaign');
  expect(await leadsFrom(site, email)).toBe(1);
});

test('a logout says that it did not work, and can be repeated', async () => {
  const { site, visitor, page } = journey;
  await enterApp(site, visitor);
  await page.context().setOffline(true);
  await button(visitor, 'Log out').click();
  await page.getByText('Logging out did not work. Please try again.').waitFor();
  await page.context().setOffline(false);
  await button(visitor, 'Log out').click();
  await page.waitForURL('**/#/login');
  await atHeading(visitor, 'Log in');
});

test('a plan that is chosen is told why it leads nowhere, and is not lost', async () => {
  const { visitor, page } = journey;
  await openPricing(visitor);
  await page.context().setOffline(true);
  await planLink(visitor, 'Pro').click();
  const told = page.getByText('You are offline. Please try again when you are connected.');
  await told.waitFor();
  await page.context().setOffline(false);
  await told.waitFor({ state: 'detached' });
  await button(visitor, 'Try again').click();
  await chosenPlan(visitor, 'Pro').waitFor();
});
