import type { Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import * as storageKeys from '#contract/storage-keys.ts';
import { PASSKEY_OFFER_PAUSE_MS } from '#machines/passkey-registration.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import {
  consentCheckbox as consent,
  consentToPasskey,
} from '#tests/support/browser/forms/consent-checkbox.ts';
import { logInByCode as logInByMail } from '#tests/support/browser/forms/login-form.ts';
import { newAddress, PASSWORD, typeCode } from '#tests/support/browser/forms/sign-up-form.ts';
import { holdCeremonies } from '#tests/support/browser/passkeys/hold-ceremonies.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { expectReadable } from '#tests/support/readability/expect-readable.ts';
import { endRecentLogins } from '#tests/support/server/database/age-rows.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';

const journey = setUpJourney();

const account = async (options: { status?: 'sent' } = {}): Promise<string> => {
  const email = newAddress();
  await insertAccount(journey.site.db, { email, password: PASSWORD, ...options });
  return email;
};

const passkeyButton = ({ page }: Visitor) =>
  page.getByRole('button', { name: 'Log in with a passkey' });
const offerHeading = ({ page }: Visitor) =>
  page.getByRole('heading', { name: 'Log in faster next time' });

const logInByPassword = async (who: Visitor, email: string): Promise<void> => {
  const { page } = who;
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await consent(who).check();
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
};

const logInByCode = (who: Visitor, email: string) => logInByMail(journey.site, who, email);

const passkeyNames = (email: string): Promise<string[]> =>
  journey.site.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('users.email', '=', email)
    .select('passkeys.name')
    .execute()
    .then((rows) => rows.map(({ name }) => name));

/** Logs out on the signed-in page, once it has what it asks the server for. */
const logOut = async ({ page }: Visitor): Promise<void> => {
  await page.locator('#passkeys button:enabled').first().waitFor();
  await page.context().clearCookies();
};

describe('the offer after a login', () => {
  test('a login by code offers a passkey, and the passkey logs in afterwards', async () => {
    const { visitor, page } = journey;
    const authenticator = await addVirtualAuthenticator(page);
    const email = await account();
    await logInByCode(visitor, email);
    await offerHeading(visitor).waitFor();
    expect(await page.getByLabel('Name of this passkey').inputValue()).toBe('Chrome on Linux');
    await page.getByLabel('Name of this passkey').fill('  Work laptop ');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.waitForURL('**/app/');
    expect(await passkeyNames(email)).toEqual(['Work laptop']);
    expect(await authenticator.credentialIds()).toHaveLength(1);

    await logOut(visitor);
    await page.goto('/#/login');
    // The autofill answers at once; the passkey then waits for consent.
    await page.getByText('Your passkey is ready.').first().waitFor();
    await consentToPasskey(visitor);
    await page.waitForURL('**/app/');
    await page.getByText(email).first().waitFor();
  });

  test('"Not now" opens the app, and for 30 days no offer is made', async () => {
    const { visitor, page } = journey;
    await addVirtualAuthenticator(page);
    const email = await account();
    await logInByPassword(visitor, email);
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.waitForURL('**/app/');
    expect(await passkeyNames(email)).toEqual([]);

    await logOut(visitor);
    await logInByPassword(visitor, email);
    await page.waitForURL('**/app/');

    const answerOffer = (age: number) =>
      page.evaluate(([key, time]) => localStorage.setItem(key, String(time)), [
        storageKeys.passkeyAnswer,
        Date.now() - age,
      ] as const);
    await logOut(visitor);
    await answerOffer(PASSKEY_OFFER_PAUSE_MS - 60_000);
    await logInByPassword(visitor, email);
    await page.waitForURL('**/app/');

    await logOut(visitor);
    await answerOffer(PASSKEY_OFFER_PAUSE_MS);
    await logInByPassword(visitor, email);
    await offerHeading(visitor).waitFor();
  });

  test('without a platform authenticator, a login opens the app at once', FURTHER, async () => {
    const { visitor, page } = journey;
    await addVirtualAuthenticator(page, { isInternal: false });
    await logInByPassword(visitor, await account());
    await page.waitForURL('**/app/');
  });

  test('a user without a password is asked for one, not offered a passkey', async () => {
    const { visitor, page } = journey;
    await addVirtualAuthenticator(page);
    await logInByCode(visitor, await account({ status: 'sent' }));
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
  });

  testConditions<[string, (route: Route) => Promise<void> | void]>(
    [
      ['is refused', (route) => route.abort()],
      ['does not come', () => {}],
    ],
    ([failure]) => `a login whose offer ${failure} opens the app`,
    async ([, answer]) => {
      const { visitor, page } = journey;
      visitor.expectConsole(/ERR_FAILED/);
      await addVirtualAuthenticator(page);
      await page.route('**/assets/passkey-offer-*.js', answer);
      await logInByPassword(visitor, await account());
      await page.waitForURL('**/app/');
      // The next login offers one.
      await page.unroute('**/assets/passkey-offer-*.js');
      await logOut(visitor);
      await logInByPassword(visitor, await account());
      await offerHeading(visitor).waitFor();
    },
  );

  test(
    'a cancelled dialog keeps the offer and the name; a second attempt works',
    FURTHER,
    async () => {
      const { visitor, page } = journey;
      const authenticator = await addVirtualAuthenticator(page);
      const email = await account();
      await logInByCode(visitor, email);
      await page.getByLabel('Name of this passkey').fill('Work laptop');
      await authenticator.setUserVerified(false);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await page.getByText('No passkey was created').first().waitFor();
      expect(await page.getByLabel('Name of this passkey').inputValue()).toBe('Work laptop');
      await authenticator.setUserVerified(true);
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await page.waitForURL('**/app/');
      expect(await passkeyNames(email)).toEqual(['Work laptop']);
    },
  );

  test('a device that has a passkey for the account says so', async () => {
    const { site, visitor, page } = journey;
    const ceremonies = await holdCeremonies(page);
    const email = await account();
    await insertPasskey(site, await addVirtualAuthenticator(page), email);
    await logInByCode(visitor, email);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await ceremonies.pass('registration');
    await page.getByText('This device already has a passkey').first().waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.waitForURL('**/app/');
  });

  test('after a login by password, a passkey is created once a mailed code was entered', async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 40[03]/);
    await addVirtualAuthenticator(page);
    const email = await account();
    await logInByPassword(visitor, email);
    await page.getByLabel('Name of this passkey').fill('Work laptop');
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByText(`we mail a code to ${email}.`).waitFor();
    await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
    expect(await auditPage(page)).toEqual([]);
    const code = await site.inbox.nextCode(email);
    await typeCode(visitor, code === '000000' ? '111111' : '000000');
    await page.getByText('Invalid OTP').waitFor();
    expect(await passkeyNames(email)).toEqual([]);
    await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(code);
    await page.waitForURL('**/app/');
    expect(await passkeyNames(email)).toEqual(['Work laptop']);
  });

  test(
    'an offer left open until the login is too old asks for a code, which can be cancelled',
    FURTHER,
    async () => {
      const { site, visitor, page } = journey;
      visitor.expectConsole(/status of 403/);
      await page.setViewportSize({ width: 320, height: 640 });
      const authenticator = await addVirtualAuthenticator(page);
      const email = await account();
      await logInByCode(visitor, email);
      await page.getByLabel('Name of this passkey').fill('Work laptop');
      await endRecentLogins(site.db);
      await endResendPauses(site);
      const create = page.getByRole('button', { name: 'Create a passkey' });
      await create.click();
      await page.getByLabel('Digit 1 of 6').waitFor();
      expect(await auditPage(page)).toEqual([]);
      await expectReadable(page);
      await page.getByRole('button', { name: 'Cancel' }).click();
      // The focus is back where it was.
      await create.and(page.locator(':focus')).waitFor();
      expect(await page.getByLabel('Name of this passkey').inputValue()).toBe('Work laptop');

      // The code of a moment ago still counts. A browser that wants a press for the ceremony gets one.
      await authenticator.setUserVerified(false);
      await create.click();
      await page.getByLabel('Digit 1 of 6').waitFor();
      await page.keyboard.type(await site.inbox.nextCode(email));
      await page.getByText('No passkey was created').first().waitFor();
      await create.and(page.locator(':focus')).waitFor();
      await authenticator.setUserVerified(true);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/app/');
      expect(await passkeyNames(email)).toEqual(['Work laptop']);
    },
  );

  test('a creation that is refused even after the code says so', FURTHER, async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 403/);
    await addVirtualAuthenticator(page);
    const email = await account();
    await logInByPassword(visitor, email);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.getByLabel('Digit 1 of 6').waitFor();
    // As if the account needed a first password again.
    await site.db.updateTable('users').set({ status: 'sent' }).where('email', '=', email).execute();
    await page.keyboard.type(await site.inbox.nextCode(email));
    await page.getByText('That was refused, even after your code.').first().waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.waitForURL('**/app/');
    expect(await passkeyNames(email)).toEqual([]);
  });

  test(
    'another account that logs in meanwhile in another tab gets no passkey from it',
    FURTHER,
    async () => {
      const { visitor, page } = journey;
      await addVirtualAuthenticator(page);
      await logInByCode(visitor, await account());
      await offerHeading(visitor).waitFor();
      const other = await account();
      await withSecondTab(visitor, async (tab) => {
        await tab.page.context().clearCookies();
        await logInByCode(tab, other);
        await tab.page.waitForURL('**/app/');
      });
      await page.bringToFront();
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      await page.getByText('Another account is logged in here by now').first().waitFor();
      expect(await passkeyNames(other)).toEqual([]);
    },
  );

  test('"Not now" ends a dialog that hangs', FURTHER, async () => {
    const { visitor, page } = journey;
    const authenticator = await addVirtualAuthenticator(page);
    await logInByCode(visitor, await account());
    await offerHeading(visitor).waitFor();
    await authenticator.setPresence(false);
    await page.getByRole('button', { name: 'Create a passkey' }).click();
    await page.locator('main button[aria-busy]').waitFor();
    await page.getByRole('button', { name: 'Not now' }).click();
    await page.waitForURL('**/app/');
  });

  test('a reload of the offer offers the app', async () => {
    const { visitor, page } = journey;
    await addVirtualAuthenticator(page);
    await logInByPassword(visitor, await account());
    await offerHeading(visitor).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'You are already logged in' }).waitFor();
  });

  test('the offer takes focus, works by keyboard, and is readable at 320 px', async () => {
    const { visitor, page } = journey;
    await page.setViewportSize({ width: 320, height: 640 });
    await addVirtualAuthenticator(page);
    const email = await account();
    await logInByCode(visitor, email);
    await offerHeading(visitor).and(page.locator(':focus')).waitFor();
    expect(await auditPage(page)).toEqual([]);
    await expectReadable(page);
    await page.getByLabel('Name of this passkey').fill(' ');
    await page.keyboard.press('Enter');
    await page.getByText('Please enter a name').first().waitFor();
    await page.getByLabel('Name of this passkey').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Key');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/');
    expect(await passkeyNames(email)).toEqual(['Key']);
  });
});

/** The login page of an account, with a passkey that waits in the autofill. */
const waitInAutofill = async () => {
  const { site, page } = journey;
  const ceremonies = await holdCeremonies(page);
  const email = await account();
  await insertPasskey(site, await addVirtualAuthenticator(page), email);
  await page.goto('/#/login');
  await ceremonies.waitFor('autofill');
  return { ceremonies, email };
};

describe('a login by passkey', () => {
  test('the button needs consent, asks the authenticator and opens the app', async () => {
    const { site, visitor, page } = journey;
    const ceremonies = await holdCeremonies(page);
    const email = await account();
    await insertPasskey(site, await addVirtualAuthenticator(page), email);
    await page.goto('/#/login');
    await passkeyButton(visitor).waitFor();
    expect(await passkeyButton(visitor).isDisabled()).toBe(true);
    await consent(visitor).check();
    await passkeyButton(visitor).click();
    await ceremonies.pass('dialog');
    await page.waitForURL('**/app/');
    await page.getByText(email).first().waitFor();
  });

  test('keyboard alone is enough', async () => {
    const { site, visitor, page } = journey;
    const ceremonies = await holdCeremonies(page);
    await insertPasskey(site, await addVirtualAuthenticator(page), await account());
    await page.goto('/#/login');
    await ceremonies.waitFor('autofill');
    await consent(visitor).focus();
    await page.keyboard.press('Space');
    const isReached = () =>
      passkeyButton(visitor).evaluate((button) => button === document.activeElement);
    for (let tabs = 0; tabs < 10 && !(await isReached()); tabs += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await ceremonies.pass('dialog');
    await page.waitForURL('**/app/');
  });

  test('a passkey of another device logs in beside the first one', FURTHER, async () => {
    const { site, visitor, page } = journey;
    const email = await account();
    const first = await addVirtualAuthenticator(page);
    await insertPasskey(site, first, email);
    const other = await site.visitor();
    const second = await addVirtualAuthenticator(other.page);
    await logInByCode(other, email);
    await other.page.getByLabel('Name of this passkey').fill('Phone');
    await other.page.getByRole('button', { name: 'Create a passkey' }).click();
    await other.page.waitForURL('**/app/');
    expect(await second.credentialIds()).toHaveLength(1);
    await logOut(other);
    for (const who of [visitor, other]) {
      await who.page.goto('/#/login');
      await consentToPasskey(who);
      await who.page.waitForURL('**/app/');
      await who.page.getByText(email).first().waitFor();
    }
    expect((await passkeyNames(email)).sort()).toEqual(['Laptop', 'Phone']);
  });

  test('a removed passkey is refused with a reason; it is not asked for again by itself', async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 400/);
    const authenticator = await addVirtualAuthenticator(page);
    const email = await account();
    await insertPasskey(site, authenticator, email);
    await site.db.deleteFrom('passkeys').execute();
    let attempts = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/passkey/login')) attempts += 1;
    });
    await page.goto('/#/login');
    await consentToPasskey(visitor);
    await page.getByText('This passkey did not work.').first().waitFor();
    expect(attempts).toBe(1);
    await authenticator.remove();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await page.waitForURL('**/app/');
    expect(attempts).toBe(1);
  });

  test('on an address that is not the site’s, the button says that passkeys do not work there', async () => {
    const { site, visitor, page } = journey;
    await page.goto(`${site.url.replace('localhost', '127.0.0.1')}/#/login`);
    await consent(visitor).check();
    await passkeyButton(visitor).click();
    await page.getByText('This browser does not let you use a passkey here.').first().waitFor();
    await passkeyButton(visitor).and(page.locator(':not([aria-busy])')).waitFor();
  });

  test('a dismissed dialog says what else there is', async () => {
    const { visitor, page } = journey;
    await addVirtualAuthenticator(page);
    await page.goto('/#/login');
    await consent(visitor).check();
    await passkeyButton(visitor).click();
    await page.getByText('No passkey was used.').first().waitFor();
  });

  test('a submitted password ends the wait for a passkey', FURTHER, async () => {
    const { visitor, page } = journey;
    const { ceremonies, email } = await waitInAutofill();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await consent(visitor).check();
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    await ceremonies.waitForNone();
    await offerHeading(visitor).waitFor();
  });

  test(
    'of two tabs that wait, one logs in; the other one says to try again, and does',
    FURTHER,
    async () => {
      const { site, visitor, page } = journey;
      // A login changes the token that a challenge belongs to.
      visitor.expectConsole(/status of 400/);
      const email = await account();
      const tab = { ...visitor, page: await page.context().newPage() };
      for (const who of [visitor, tab]) {
        const authenticator = await addVirtualAuthenticator(who.page);
        await insertPasskey(site, authenticator, email);
        await who.page.goto('/#/login');
        await who.page.getByText('Your passkey is ready.').first().waitFor();
      }
      await consentToPasskey(visitor);
      await page.waitForURL('**/app/');
      await consentToPasskey(tab);
      await tab.page.getByText('Try again').first().waitFor();
      await passkeyButton(tab).click();
      await tab.page.waitForURL('**/app/');
    },
  );

  test(
    'instead of a typed code whose user could not be fetched keeps the digits; the next press logs in',
    FURTHER,
    async () => {
      const { site, visitor, page } = journey;
      visitor.expectConsole(/ERR_INTERNET_DISCONNECTED|getuser: network/);
      const { ceremonies, email } = await waitInAutofill();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Sign in using email OTP' }).click();
      await page.getByLabel('Digit 1 of 6').waitFor();
      const code = await site.inbox.nextCode(email);
      await typeCode(visitor, code);
      await consent(visitor).check();
      const asked = new Promise<Route>((resolve) => {
        void routeOnce(page, '**/v2/user/getuser', resolve);
      });
      await ceremonies.pass('autofill');
      const request = await asked;
      // Nothing else logs in meanwhile.
      const verify = page.getByRole('button', { name: 'Verify' });
      await passkeyButton(visitor).and(page.locator('[aria-busy]')).waitFor();
      expect(await verify.isDisabled()).toBe(true);
      await request.abort('internetdisconnected');
      await page.getByText('Something went wrong. Please try again.').first().waitFor();
      await page.getByRole('button', { name: 'OK' }).click();
      await verify.and(page.locator(':enabled')).waitFor();
      const digits = page.getByLabel(/^Digit \d of 6$/);
      const typed = await digits.evaluateAll((boxes) =>
        boxes.map((box) => (box as HTMLInputElement).value).join(''),
      );
      expect(typed).toBe(code);
      expect(await page.getByLabel('Email').inputValue()).toBe(email);
      expect(await consent(visitor).isChecked()).toBe(true);
      await passkeyButton(visitor).click();
      await ceremonies.pass('dialog');
      await page.waitForURL('**/app/');
    },
  );

  test('a reload while a passkey waits for consent asks for it again', FURTHER, async () => {
    const { site, visitor, page } = journey;
    const authenticator = await addVirtualAuthenticator(page);
    await insertPasskey(site, authenticator, await account());
    await page.goto('/#/login');
    await page.getByText('Your passkey is ready.').first().waitFor();
    expect(await auditPage(page)).toEqual([]);
    await page.reload();
    await page.getByText('Your passkey is ready.').first().waitFor();
    await consentToPasskey(visitor);
    await page.waitForURL('**/app/');
  });
});

test('a browser without passkeys shows none of them, and a password works', async () => {
  const { visitor, page } = journey;
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/#/login');
  await page.getByLabel('Email').waitFor();
  expect(await passkeyButton(visitor).count()).toBe(0);
  await logInByPassword(visitor, await account());
  await page.waitForURL('**/app/');
  expect(requests.filter((url) => /passkey\/(?:login|register)|ceremony/.test(url))).toEqual([]);
});

testConditions(
  ['/login', '/#/login'],
  (path) => `nothing moves when ${path} gets its passkey button`,
  async (path) => {
    const { visitor, page } = journey;
    // What lies below the button is in the window.
    await page.setViewportSize({ width: 390, height: 1200 });
    await addVirtualAuthenticator(page);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as never as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const isAsked = page.waitForResponse(/passkey\/login\/options/);
    await page.goto(path);
    await isAsked;
    await passkeyButton(visitor).waitFor();
    const shifts = await page.evaluate(() => (globalThis as never as { shifts: number[] }).shifts);
    // A late heading font moves a little.
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.005);
  },
);
