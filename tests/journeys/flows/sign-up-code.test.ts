import { expect, test } from 'vitest';
import { NAME_LENGTH_MAX } from '#contract/account.ts';
import * as brand from '#contract/brand.ts';
import { CODE_LIFETIME_MS, RESEND_PAUSE_MS } from '#contract/code.ts';
import { markBounced } from '#server/cli/company-changes.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import {
  newAddress,
  PASSWORD,
  reachAboutYou,
  requestCode,
  typeCode,
  waitForHeading,
} from '#tests/support/browser/forms/sign-up-form.ts';
import { headings } from '#tests/support/browser/headings.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { countMails } from '#tests/support/faults/network-faults.ts';
import { passResendPause } from '#tests/support/server/database/age-rows.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { pauseClock } from '#tests/support/visual/pause-clock.ts';
import { browserIssueTexts } from '#web/content/browser-issues.ts';
import { signUpContent } from '#web/content/sign-up.ts';

/** The countdown at so many seconds, or one less. */
const resendIn = (seconds: number) => new RegExp(`^Resend in (${seconds}|${seconds - 1})$`);

const journey = setUpJourney();

const boxes = () =>
  journey.page.getByRole('group', { name: 'Verification code' }).getByRole('textbox');
const digits = () =>
  boxes().evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value));

/** Opens a page and waits for it: a field of the page before it may have the same name. */
const openPage = async (path: string): Promise<void> => {
  await journey.page.goto(`/#${path}`);
  await waitForHeading(journey.visitor, headings[path] ?? '');
};

test('a wrong code clears the boxes and marks them red; the right one still works', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 400/);
  const email = newAddress();
  await requestCode(visitor, email);
  const code = await site.inbox.nextCode(email);

  await typeCode(visitor, code === '111111' ? '222222' : '111111');
  await page.getByText('Invalid OTP').first().waitFor();
  expect(await digits()).toEqual(['', '', '', '', '', '']);
  expect(await boxes().first().getAttribute('aria-invalid')).toBe('true');
  expect(
    await boxes()
      .first()
      .evaluate((box) => box === document.activeElement),
  ).toBe(true);

  await page.keyboard.type(code);
  await page.getByText('Email verified').waitFor();
});

const { mail: mailWords } = signUpContent.code;

test('a mail that the mail server refuses is told, with a person to talk to; another address works', async () => {
  const { site, visitor, page } = journey;
  const [email, other] = [newAddress(), newAddress()];
  site.inbox.refused.set(email, 550);
  await requestCode(visitor, email);
  await page.getByText(mailWords.refused).waitFor();
  expect(site.takeWarnings().join('')).toContain('rejects the mail permanently: 550');
  const phone = page.locator('form').getByRole('link', { name: brand.phone });
  expect(await phone.getAttribute('href')).toBe(brand.phoneLink);
  await auditPage(page);

  await page.getByLabel('Work email').fill(other);
  expect(await page.getByText(mailWords.refused).isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await typeCode(visitor, await site.inbox.nextCode(other));
  await page.getByText('Email verified').waitFor();
});

test('a mail that the mail server puts back is told with the time until the next try, and is sent then', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  site.inbox.refused.set(email, 451);
  await requestCode(visitor, email);
  await page
    .getByText(/^The mail server put our email back. We try again in \d+ seconds?\./)
    .waitFor();
  site.inbox.refused.delete(email);
  const code = await site.inbox.nextCode(email);
  // The server has logged each failed try by now.
  site.takeWarnings();
  await page.getByText(mailWords.sent).waitFor();
  await typeCode(visitor, code);
  await page.getByText('Email verified').waitFor();
});

test('who comes back is told that the mail to the address came back', FURTHER, async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await requestCode(visitor, email);
  await page.getByText(mailWords.sent).waitFor();
  await markBounced(site.db, email);
  await page.reload();
  await page.getByText(mailWords.bounced).waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
});

test(
  'a server of the version before does not know the mail; nothing is said of it',
  FURTHER,
  async () => {
    const { visitor, page } = journey;
    visitor.expectConsole(/status of 404/);
    const answered = page.waitForResponse(/\/v1\/email\/mail\//);
    await page.route(/\/v1\/email\/mail\//, (route) =>
      route.fulfill({ status: 404, json: { error: { code: 'not_found', message: '' } } }),
    );
    await requestCode(visitor, newAddress());
    await answered;
    await page.getByText(signUpContent.code.entering).waitFor();
    expect(await page.getByText(browserIssueTexts.outdated).isVisible()).toBe(false);
  },
);

test('a server that hangs is asked again, until the code has expired', FURTHER, async () => {
  const { visitor, page } = journey;
  await page.clock.install();
  let reads = 0;
  await page.route(/\/v1\/email\/mail\//, async (route) => {
    reads += 1;
    if (reads !== 2) await route.fulfill({ json: { message: 'postponed', retryAfter: 15 } });
  });
  await requestCode(visitor, newAddress());
  await page.evaluate(() => {
    AbortSignal.timeout = () => {
      const limit = new AbortController();
      const endTime = () => limit.abort(new DOMException('', 'TimeoutError'));
      Object.assign(globalThis, { endTime });
      return limit.signal;
    };
  });
  const pass = (ms: number) => page.clock.fastForward(ms);
  await pass(2000);
  await page.getByText(mailWords.postponed('15 seconds')).waitFor();
  await pass(17_000);
  await expect.poll(() => reads).toBe(2);
  await page.evaluate('endTime()');
  await page.getByText(signUpContent.code.entering).waitFor();
  await pass(31_000);
  await page.getByText(mailWords.postponed('15 seconds')).waitFor();
  await pass(CODE_LIFETIME_MS);
  await page.getByText(mailWords.undelivered).waitFor();
  await pass(CODE_LIFETIME_MS);
  await page.evaluate(() => fetch('/healthz'));
  expect(reads).toBe(4);
});

test(
  'a reload does not prolong the wait for a mail beyond the life of its code',
  FURTHER,
  async () => {
    const { visitor, page } = journey;
    await page.clock.install();
    await page.route(/\/v1\/email\/mail\//, (route) =>
      route.fulfill({ json: { message: 'trying' } }),
    );
    await requestCode(visitor, newAddress());
    const minute = CODE_LIFETIME_MS / 10;
    await page.clock.fastForward(9 * minute);
    await page.reload();
    await page.getByLabel('Digit 1 of 6').waitFor();
    await page.clock.fastForward(2000);
    await page.getByText(mailWords.trying).waitFor();
    await page.clock.fastForward(minute);
    await page.getByText(mailWords.undelivered).waitFor();
  },
);

test('a pasted code is filled in completely and sent once', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  const verifications: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v1/email/verify/')) verifications.push(request.url());
  });
  await requestCode(visitor, email);
  const code = await site.inbox.nextCode(email);
  await page.getByLabel('Digit 1 of 6').evaluate(
    (box, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      box.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    `${code.slice(0, 3)}-${code.slice(3)}`,
  );

  await page.getByText('Email verified').waitFor();
  expect(verifications).toHaveLength(1);
});

test('focus moves to the boxes when a code is requested, and to the terms when it is verified', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await page.goto('/#/checkout');
  await waitForHeading(visitor, 'Sign up free to try now!');
  await page.getByLabel('Work email').fill(email);
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.ariaLabel))
    .toBe('Digit 1 of 6');

  await page.keyboard.type(await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('terms');
});

test('an address with an account shows a message and clears the field', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 409/);
  const email = newAddress();
  const other = await site.visitor();
  await reachAboutYou(site, other, email);

  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByText('This Email is already registered').waitFor();
  expect(await page.getByLabel('Work email').inputValue()).toBe('');
  expect(
    await page.getByLabel('Work email').evaluate((field) => field === document.activeElement),
  ).toBe(true);

  await page.getByText(`${email} has an account.`).waitFor();
  expect(await auditPage(page)).toEqual([]);
  await page.getByRole('link', { name: 'Log in', exact: true }).first().press('Enter');
  await waitForHeading(visitor, 'Log in');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await waitForHeading(visitor, 'Forgot Password?');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
});

test('who left before choosing a password logs in with a code', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 4(?:09|29)/);
  const email = newAddress();
  await reachAboutYou(site, await site.visitor(), email);
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByRole('link', { name: 'Log in with a code' }).click();
  await waitForHeading(visitor, 'Log in');
  await boxes().first().waitFor();
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.reload();
  await boxes().first().waitFor();
  // The link has asked for a code once: a reload does not ask again.
  await page.getByRole('button', { name: 'Sign in using password' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
  await boxes().first().waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  expect(countMails(site, email)).toBe(2);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Verify' }).click();
  await waitForHeading(visitor, 'Set a new password');
});

test('the reset and the login offer each other the typed address, and a code stays known', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 429/);
  const email = newAddress();
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
  await boxes().first().waitFor();
  await page.getByRole('button', { name: 'Sign in using password' }).click();
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await waitForHeading(visitor, 'Forgot Password?');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await waitForHeading(visitor, 'Log in');
  expect(await page.getByLabel('Email').inputValue()).toBe(email);
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  // Nothing is asked for again: the code of the address is known.
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await boxes().first().waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click();
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await boxes().first().waitFor();
  expect(countMails(site, email)).toBe(0);
});

test('a mistyped domain is offered for correction, and one press corrects it', async () => {
  const { page } = journey;
  for (const [path, label] of [
    ['/checkout', 'Work email'],
    ['/login', 'Email'],
    ['/forgotPassword', 'Email'],
    ['/demo', 'Work email'],
  ] as const) {
    await openPage(path);
    const field = page.getByLabel(label, { exact: true });
    await field.fill('asha@acme.con');
    const offer = page.getByRole('button', { name: 'asha@acme.com' });
    await page.getByText('Did you mean').waitFor();
    expect(await auditPage(page)).toEqual([]);
    await field.press('Tab');
    await offer.press('Enter');
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('asha@acme.com');
    expect(await offer.count()).toBe(0);
  }
});

const INVITED = 'Use the link in your invitation. You need no account.';

test('a free mail address leads to a person, a candidate to the invitation', async () => {
  const { page } = journey;
  for (const [path, place] of [
    ['/checkout', 'main'],
    ['/demo', 'form'],
  ] as const) {
    await openPage(path);
    const form = page.locator('form');
    const help = form.getByText('No company email address?');
    await page.getByLabel('Work email').fill('asha@gmail');
    expect(await help.count()).toBe(0);
    await page.getByLabel('Work email').fill('asha@gmail.com');
    await form.getByText('Please use a valid company email address.').waitFor();
    await help.waitFor();
    await page.locator(place).getByText(INVITED).waitFor();
    expect(
      await help
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
    ).toEqual([brand.phoneLink, `mailto:${brand.infoEmail}`]);
    expect(await auditPage(page)).toEqual([]);
    await page.getByLabel('Work email').fill('asha@acme.example');
    await help.waitFor({ state: 'detached' });
  }
});

testConditions(
  [
    ['/login', 'main'],
    ['/checkout', 'main'],
    ['/about', 'footer'],
    ['/forgotPassword', 'footer'],
  ] as const,
  ([path, place]) => `${path} says once what somebody with an invitation does, in its ${place}`,
  async ([path, place]) => {
    const { page } = journey;
    for (const address of [path, `/#${path}`]) {
      await page.goto(address);
      await page.locator(place).getByText(INVITED).waitFor();
      await page.waitForLoadState('networkidle');
      await expect.poll(() => page.getByText(INVITED).count()).toBe(1);
    }
  },
);

test('a page without the form of login or sign-up says it in its footer', FURTHER, async () => {
  const { page, site } = journey;
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: site.url }]);
  for (const path of ['/login', '/checkout']) {
    await page.goto(path);
    await page.locator('footer').getByText(INVITED).waitFor();
    await page.getByRole('button', { name: /^(?:Log in as someone|Sign up another)/ }).click();
    await page.locator('main').getByText(INVITED).waitFor();
    expect(await page.getByText(INVITED).count()).toBe(1);
  }
});

test('an invalid or private address is refused with a message before anything is sent', async () => {
  const { page } = journey;
  await page.goto('/#/checkout');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByText('Please enter the email before sending the OTP').first().waitFor();
  await page.getByText('Email cannot be empty.').waitFor();

  await page.getByLabel('Work email').fill('asha@mail.gmail.com');
  await page.getByText('Please use a valid company email address.').waitFor();
  expect(await page.getByRole('button', { name: 'Send OTP' }).isDisabled()).toBe(true);
  await page.getByLabel('Work email').fill('asha@acme.example');
  expect(await page.getByText('Please use a valid company email address.').count()).toBe(0);
});

test('a mail that cannot be sent shows an alert; the code can be requested again', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/ERR_FAILED/);
  const email = newAddress();
  await routeOnce(page, '**/v1/email/genOtpv2/**', (route) => route.abort());
  await page.goto('/#/checkout');
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const alert = page.getByRole('alertdialog');
  await alert.getByText("Invitation mail can't be sent Please try again.").waitFor();
  expect(
    await alert.getByRole('button', { name: 'OK' }).evaluate((ok) => ok === document.activeElement),
  ).toBe(true);
  await page.keyboard.press('Enter');
  expect(await page.getByLabel('Digit 1 of 6').count()).toBe(0);

  await page.getByRole('button', { name: 'Send OTP' }).click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
});

test('a verification that was interrupted keeps the digits and can be repeated', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/ERR_FAILED/);
  const email = newAddress();
  await requestCode(visitor, email);
  const code = await site.inbox.nextCode(email);
  await routeOnce(page, '**/v1/email/verify/**', (route) => route.abort());
  await typeCode(visitor, code);
  await page.getByText('Something went wrong. Please try again.').first().waitFor();
  expect((await digits()).join('')).toBe(code);

  await page.getByRole('button', { name: 'Check again' }).click();
  await page.getByText('Email verified').waitFor();
});

test('after the resend pause another code can be requested, and only the newer one is valid', async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 400/);
  const email = newAddress();
  await page.clock.install();
  await requestCode(visitor, email);
  const resend = page.getByRole('button', { name: /^Resend/ });
  const countdown = page.getByText(/^Resend in (?:[12]\d|30)$/);
  await countdown.waitFor();
  await pauseClock(page);
  const leftS = Number((await countdown.textContent())?.replace(/\D/g, ''));
  const older = await site.inbox.nextCode(email);
  expect(await resend.isDisabled()).toBe(true);

  await page.clock.runFor((leftS - 10) * 1000);
  await page.getByText(resendIn(10)).waitFor();
  await page.clock.runFor(11_000);
  await page.getByText('Resend OTP').waitFor();
  await page.clock.resume();
  await passResendPause(site.db);
  await resend.press('Enter');
  await boxes().first().and(page.locator(':focus')).waitFor();
  const newer = await site.inbox.nextCode(email);

  if (older !== newer) {
    await typeCode(visitor, older);
    await page.getByText('Invalid OTP').first().waitFor();
  }
  await page.keyboard.type(newer);
  await page.getByText('Email verified').waitFor();
});

test('a colleague of a company that has an account is told before the company form, and never beside it', async () => {
  const { site, visitor, page } = journey;
  const owner = newAddress();
  await insertAccount(site.db, { email: owner, password: PASSWORD });
  const colleague = owner.replace('asha@', 'ravi@hr.');
  await requestCode(visitor, colleague);
  const told = page.getByText(signUpContent.emailVerification.exists('Acme Robotics'));
  expect(await told.count()).toBe(0);
  await typeCode(visitor, await site.inbox.nextCode(colleague));
  await told.waitFor();
  expect(await auditPage(page)).toEqual([]);

  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Start a free trial' }).click();
  await waitForHeading(visitor, 'Tell us about your company');
  expect(await page.getByText('Acme Robotics').count()).toBe(0);

  await page.goBack();
  await told.waitFor();
  await page.getByLabel('Work email').fill(newAddress());
  await told.waitFor({ state: 'detached' });
});

test('the longest name of a company breaks at 320 px', FURTHER, async () => {
  const { site, visitor, page } = journey;
  const owner = newAddress();
  await insertAccount(site.db, { email: owner, password: PASSWORD });
  const name = 'm'.repeat(NAME_LENGTH_MAX);
  await site.db.updateTable('companies').set({ name }).where('owner_email', '=', owner).execute();
  const colleague = owner.replace('asha@', 'ravi@');
  await page.setViewportSize({ width: 320, height: 640 });
  await requestCode(visitor, colleague);
  await typeCode(visitor, await site.inbox.nextCode(colleague));
  await page.getByText(signUpContent.emailVerification.exists(name)).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('an address that is changed and typed back within the pause gets its boxes back, and no second mail', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await requestCode(visitor, email);
  await page.getByLabel('Work email').fill(newAddress());
  await expect.poll(() => boxes().count()).toBe(0);
  await page.getByLabel('Work email').fill(email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await boxes().first().and(page.locator(':focus')).waitFor();
  await page.getByText(/^Resend in \d+$/).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  expect(countMails(site, email)).toBe(1);
});

test('a server that asks to wait keeps the button disabled until then', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 429/);
  const email = newAddress();
  await page.clock.install();
  await requestCode(visitor, email);
  await site.inbox.nextCode(email);
  await page.clock.runFor(RESEND_PAUSE_MS + 1000);
  // The browser's clock is ahead of the server's, which still refuses.
  await page.getByRole('button', { name: 'Resend OTP' }).click();
  await page.getByText(/^Resend in \d+$/).waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  expect(countMails(site, email)).toBe(1);
});

test('another address voids the verification', async () => {
  const { site, visitor, page } = journey;
  const email = newAddress();
  await requestCode(visitor, email);
  await typeCode(visitor, await site.inbox.nextCode(email));
  await page.getByText('Email verified').waitFor();
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  expect(await page.getByRole('button', { name: 'Start a free trial' }).isEnabled()).toBe(true);

  await page.getByLabel('Work email').fill(newAddress());
  expect(await page.getByRole('button', { name: 'Start a free trial' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Send OTP' }).waitFor();
});
