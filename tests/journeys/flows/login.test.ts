import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import {
  newAddress,
  PASSWORD,
  reachAboutYou,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { describeConditions, FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { countMails } from '#tests/support/faults/network-faults.ts';
import { expectReadable } from '#tests/support/readability/expect-readable.ts';
import { expireAccessTokens } from '#tests/support/server/database/age-rows.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';

const journey = setUpJourney();

const account = async (options: { status?: 'sent'; isAtsEnabled?: true } = {}): Promise<string> => {
  const email = newAddress();
  await insertAccount(journey.site.db, { email, password: PASSWORD, ...options });
  return email;
};

const consent = ({ page }: Visitor) => page.getByRole('checkbox', { name: /I agree/ }).check();

const logIn = async (who: Visitor, email: string, password: string): Promise<void> => {
  const { page } = who;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await consent(who);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
};

const askForLoginCode = async ({ page }: Visitor, email: string): Promise<void> => {
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
  await page.getByLabel('Digit 1 of 6').waitFor();
};

describe('by password', () => {
  test('the right password leads to the app', async () => {
    const { visitor } = journey;
    const email = await account();
    await logIn(visitor, email, PASSWORD);
    await visitor.page.waitForURL('**/app/');
    await visitor.page.getByText(email).first().waitFor();
  });

  test('an account with ATS opens the ATS home', async () => {
    const { visitor } = journey;
    await logIn(visitor, await account({ isAtsEnabled: true }), PASSWORD);
    await visitor.page.waitForURL('**/app/ats/');
  });

  test('the button needs address, password and consent, and consent can be withdrawn', async () => {
    const { visitor, page } = journey;
    await page.goto('/#/login');
    const button = page.getByRole('button', { name: 'Log In', exact: true });
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Email').fill('asha@acme.example');
    await page.getByLabel('Password', { exact: true }).fill('x');
    expect(await button.isDisabled()).toBe(true);
    await consent(visitor);
    expect(await button.isEnabled()).toBe(true);
    await page.getByRole('checkbox', { name: /I agree/ }).uncheck();
    expect(await button.isDisabled()).toBe(true);
  });

  test('a wrong password shows an alert, and what was typed stays', async () => {
    const { visitor, page } = journey;
    visitor.expectConsole(/status of 401/);
    const email = await account();
    await logIn(visitor, email, 'not this one');
    await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('not this one');
  });

  test('too many attempts are told with advice, without an alert; login by code still works', async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of (401|429)/);
    const email = await account();
    await logIn(visitor, email, 'not this one');
    for (let tries = 1; tries <= 5; tries += 1) {
      await page.getByRole('alertdialog').getByText('Wrong email or password').waitFor();
      await page.getByRole('button', { name: 'OK' }).click();
      await page.getByRole('button', { name: 'Log In', exact: true }).click();
    }
    await page.getByText('Too many attempts.').waitFor();
    expect(await page.getByRole('alertdialog').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL('**/app/');
  });

  test('password managers recognize the fields', async () => {
    const { page } = journey;
    await page.goto('/#/login');
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('autocomplete')).toBe(
      'current-password',
    );
    await page.getByRole('button', { name: 'Show password' }).click();
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  });
});

describe('by code', () => {
  test('six digits and Verify lead to the app', async () => {
    const { site, visitor, page } = journey;
    const email = await account();
    await askForLoginCode(visitor, email);
    await page.getByText(`OTP has been sent to ${email}`).first().waitFor();
    await page
      .getByText('Please enter the 6 digit OTP sent to your registered email for authentication')
      .waitFor();
    await page.getByText(/^Resend in \d+$/).waitFor();
    const verify = page.getByRole('button', { name: 'Verify' });
    expect(await verify.isDisabled()).toBe(true);
    await typeCode(visitor, await site.inbox.nextCode(email));
    await consent(visitor);
    await verify.click();
    await page.waitForURL('**/app/');
  });

  test('withdrawing consent disables Verify and keeps the digits', async () => {
    const { site, visitor, page } = journey;
    const email = await account();
    await askForLoginCode(visitor, email);
    await consent(visitor);
    await typeCode(visitor, await site.inbox.nextCode(email));
    await page.getByRole('checkbox', { name: /I agree/ }).uncheck();
    expect(await page.getByRole('button', { name: 'Verify' }).isDisabled()).toBe(true);
    await consent(visitor);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL('**/app/');
  });

  test('a wrong code is marked red and cleared; an incomplete code is not sent', async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 400/);
    const email = await account();
    await askForLoginCode(visitor, email);
    const code = await site.inbox.nextCode(email);
    await consent(visitor);
    await typeCode(visitor, code.slice(0, 5));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Invalid OTP').first().waitFor();
    expect(await page.getByLabel('Digit 5 of 6').inputValue()).toBe(code[4]);

    await page.getByLabel('Digit 6 of 6').click();
    await page.keyboard.type(code.endsWith('0') ? '1' : '0');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Invalid OTP').first().waitFor();
    expect(await page.getByLabel('Digit 1 of 6').inputValue()).toBe('');
    await page.keyboard.type(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.waitForURL('**/app/');
  });

  testConditions(
    [false, true],
    (isReloaded) =>
      `back in the code form within the pause, the boxes wait for the code in the mailbox, ${isReloaded ? 'also for a document that does not know the pause' : 'and nothing is sent'}`,
    async (isReloaded) => {
      const { site, visitor, page } = journey;
      // What is not sent can't be refused.
      if (isReloaded) visitor.expectConsole(/status of 429/);
      const email = await account();
      await askForLoginCode(visitor, email);
      await page.getByRole('button', { name: 'Sign in using password' }).click();
      await page.getByLabel('Password', { exact: true }).waitFor();
      if (isReloaded) await page.reload();
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
      await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
      await page.getByText(/^Resend in \d+$/).waitFor();
      expect(await page.getByRole('alertdialog').count()).toBe(0);
      await typeCode(visitor, await site.inbox.nextCode(email));
      expect(countMails(site, email)).toBe(1);
      await consent(visitor);
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.waitForURL('**/app/');
    },
  );

  test('a code that was asked for at the login opens a new password, too', async () => {
    const { site, visitor, page } = journey;
    const email = await account();
    await askForLoginCode(visitor, email);
    await page.goto('/#/forgotPassword');
    // The form before it has a field of the same name.
    await waitForHeading(visitor, 'Forgot Password?');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send OTP' }).click();
    await page.getByText('A six digit OTP has been sent to your email id.').waitFor();
    await page.getByText(/^Resend in \d+$/).waitFor();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await page.getByRole('button', { name: 'Verify' }).click();
    await waitForHeading(visitor, 'Set a new password');
    expect(countMails(site, email)).toBe(1);
  });

  test('an address without an account looks the same', async () => {
    const { visitor, page } = journey;
    const email = newAddress();
    await askForLoginCode(visitor, email);
    await page.getByText(`OTP has been sent to ${email}`).first().waitFor();
    await page.getByText('No email?').waitFor();
  });

  test('an invalid address is refused with a message', async () => {
    const { page } = journey;
    await page.goto('/#/login');
    await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
    await page.getByText('Please enter the email before sending the OTP').first().waitFor();
    await page.getByText('Email cannot be empty.').waitFor();
  });
});

test('a user who never set a password is asked for one, and then enters the app', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const earlier = await site.visitor();
  await reachAboutYou(site, earlier, email);

  await askForLoginCode(visitor, email);
  await typeCode(visitor, await site.inbox.nextCode(email));
  await consent(visitor);
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForHeading(visitor, 'Set a new password');
  await page.getByLabel('Enter new password').fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.waitForURL('**/app/');
});

test('a forgotten password is reset: the old one is refused, other browsers are signed out', async () => {
  const { site, visitor, page } = journey;
  const email = await account();
  const other = await site.visitor();
  await logIn(other, email, PASSWORD);
  await other.page.waitForURL('**/app/');

  await page.goto('/#/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await waitForHeading(visitor, 'Forgot Password?');
  const send = page.getByRole('button', { name: 'Send OTP' });
  expect(await send.isDisabled()).toBe(true);
  await page.getByLabel('Email').fill(email);
  await send.click();
  await page.getByText('A six digit OTP has been sent to your email id.').waitFor();
  expect(await send.count()).toBe(0);
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();

  await waitForHeading(visitor, 'Set a new password');
  const change = page.getByRole('button', { name: 'Change Password' });
  await page.getByLabel('Enter new password').fill('short');
  expect(await change.isDisabled()).toBe(true);
  await page.getByLabel('Confirm new password').fill('short');
  await change.click();
  await page.getByText('Please use at least 8 characters.').waitFor();
  await page.getByLabel('Enter new password').fill('wide river at noon');
  await page.getByLabel('Confirm new password').fill('wide river at noon');
  await change.click();
  await page.waitForURL('**/app/');

  await other.page.reload();
  await other.page.waitForURL('**/#/login');
  other.expectConsole(/status of 401/);
  await logIn(other, email, PASSWORD);
  await other.page.getByText('Wrong email or password').waitFor();
  expect((await site.inbox.next(email)).subject).toMatch(/password/i);
});

test('a new password that is submitted too late leads back to the address', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 403|password-update/);
  const email = await account();
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForHeading(visitor, 'Set a new password');
  await sql`update sessions
    set opened_at = opened_at - make_interval(secs => ${RECENT_LOGIN_MS / 1000 + 60})`.execute(
    site.db,
  );
  await page.getByLabel('Enter new password').fill('wide river at noon');
  await page.getByLabel('Confirm new password').fill('wide river at noon');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await page.getByRole('link', { name: 'Ask for a new code' }).click();
  await waitForHeading(visitor, 'Forgot Password?');
});

test('an expired session leads to the login page, which says so without an alert, after one logout', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 40[13]|password-update/);
  const logouts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v2/user/logout')) logouts.push(request.url());
  });
  const email = await account();
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForHeading(visitor, 'Set a new password');
  await sql`update sessions set ended_at = now()`.execute(site.db);
  await page.getByLabel('Enter new password').fill('wide river at noon');
  await page.getByLabel('Confirm new password').fill('wide river at noon');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await waitForHeading(visitor, 'Log in');
  await page.getByText('Your session has ended. Please log in again.').waitFor();
  expect(logouts).toHaveLength(1);
});

test('without an account in the navigation state, the reset starts at the address, and Back leaves it', async () => {
  const { visitor, page } = journey;
  await page.goto('/#/login');
  await waitForHeading(visitor, 'Log in');
  await page.goto('/#/resetPassword');
  await waitForHeading(visitor, 'Forgot Password?');
  await page.goBack();
  await waitForHeading(visitor, 'Log in');
});

test('a code that could not be sent shows no boxes, and can be requested again', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/ERR_FAILED/);
  const email = await account();
  await routeOnce(page, '**/v2/user/genOtp/**', (route) => route.abort());
  await page.goto('/#/forgotPassword');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const alert = page.getByRole('alertdialog', { name: 'Could not send OTP, please trye again' });
  await alert.getByText('Your address is kept.').waitFor();
  await page.getByRole('button', { name: 'OK' }).click();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  expect(await page.getByText('A six digit OTP has been sent').count()).toBe(0);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByText('A six digit OTP has been sent to your email id.').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForHeading(visitor, 'Set a new password');
});

test('a user who never set a password is redirected by the app itself', FURTHER, async () => {
  const { site, visitor } = journey;
  const email = newAddress();
  await reachAboutYou(site, visitor, email);
  await visitor.page.goto('/app/');
  await visitor.page.getByRole('heading', { name: 'Set your password first' }).waitFor();
  await visitor.page.getByRole('link', { name: 'Set it with a code' }).click();
  await waitForHeading(visitor, 'Forgot Password?');
});

test('a session is renewed after the clock was set back', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 40[13]/);
  await reachAboutYou(site, visitor, newAddress());
  await page.evaluate(() =>
    localStorage.setItem('sitara.session-renewed-at', String(Date.now() + 86_400_000)),
  );
  await expireAccessTokens(site.db);
  await page.getByLabel('Your name').fill('Asha Rao');
  await page.getByLabel('Create password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Next' }).click();
  await waitForHeading(visitor, 'You are all set!');
});

test('a signed-in user is offered the app first', async () => {
  const { visitor, page } = journey;
  await logIn(visitor, await account(), PASSWORD);
  await page.waitForURL('**/app/');
  await page.goto('/#/login');
  await waitForHeading(visitor, 'You are already logged in');
  await page.getByRole('button', { name: 'Log in as someone else' }).click();
  await waitForHeading(visitor, 'Log in');
});

test(
  'two tabs at the moment of expiry renew the session once, and both continue',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 401/);
    await reachAboutYou(site, visitor, newAddress());
    const second = await page.context().newPage();
    await second.goto('/#/checkout');
    await second.getByRole('heading', { name: 'About You' }).waitFor();
    const refreshes: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('/v2/user/refresh')) refreshes.push(request.url());
    });
    await expireAccessTokens(site.db);
    for (const tab of [page, second]) {
      await tab.getByLabel('Your name').fill('Asha Rao');
      await tab.getByLabel('Create password').fill(PASSWORD);
    }
    await Promise.all(
      [page, second].map((tab) => tab.getByRole('button', { name: 'Next' }).click()),
    );
    await Promise.all(
      [page, second].map((tab) => tab.getByRole('heading', { name: 'You are all set!' }).waitFor()),
    );
    expect(refreshes).toHaveLength(1);
  },
);

test(
  'at 320 px with text of twice the size, the code form fits into the window',
  FURTHER,
  async () => {
    const guest = await journey.site.visitor({ viewport: { width: 320, height: 900 } });
    await askForLoginCode(guest, await account());
    await guest.page.evaluate(() =>
      document.documentElement.style.setProperty('font-size', '200%'),
    );
    // Only text: the padding of a link button reaches into that of the card.
    const spills = await guest.page
      .locator('form p')
      .evaluateAll((lines) =>
        lines
          .filter((line) => line.scrollWidth > line.clientWidth)
          .map(({ textContent }) => textContent),
      );
    expect(spills).toEqual([]);
    expect(await guest.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  },
);

describeConditions(
  [
    { width: 320, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ] as const,
  ({ width, colorScheme }) => `at ${width} px, ${colorScheme}`,
  ({ width, colorScheme }) => {
    test('axe finds nothing on the three pages, and nothing is wider than the window', async () => {
      const { site } = journey;
      const guest = await site.visitor({
        viewport: { width, height: 900 },
        colorScheme,
        reducedMotion: 'reduce',
      });
      const email = await account();
      await guest.page.goto('/#/login');
      await waitForHeading(guest, 'Log in');
      expect(await auditPage(guest.page)).toEqual([]);
      await askForLoginCode(guest, email);
      expect(await auditPage(guest.page)).toEqual([]);
      await guest.page.goto('/#/forgotPassword');
      await waitForHeading(guest, 'Forgot Password?');
      await guest.page.getByLabel('Email').fill(email);
      await guest.page.getByRole('button', { name: 'Send OTP' }).click();
      await typeCode(guest, await site.inbox.nextCode(email));
      expect(await auditPage(guest.page)).toEqual([]);
      if (width === 1440) await expectReadable(guest.page);
      await guest.page.getByRole('button', { name: 'Verify' }).click();
      await waitForHeading(guest, 'Set a new password');
      expect(await auditPage(guest.page)).toEqual([]);
      if (width === 1440) await expectReadable(guest.page);
    });
  },
);
