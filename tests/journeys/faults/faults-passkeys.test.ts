// @module-tag further
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { PASSKEYS_MAX } from '#server/auth/passkeys/own-passkeys.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import {
  consentCheckbox,
  consentToPasskey,
} from '#tests/support/browser/forms/consent-checkbox.ts';
import { logInByCode, logInToAppByCode } from '#tests/support/browser/forms/login-form.ts';
import { newAccount, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import {
  type HeldCeremonies,
  holdCeremonies,
} from '#tests/support/browser/passkeys/hold-ceremonies.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { expectNetworkErrors, stallResponse } from '#tests/support/faults/network-faults.ts';
import { ageLimits } from '#tests/support/server/database/age-rows.ts';
import { passkeyListContent as words } from '#web/content/passkey-list.ts';

const journey = setUpJourney({ prepare: expectNetworkErrors });

const LOG_IN = 'Log in with a passkey';
const REFUSED = 'This passkey did not work.';
const UNREACHABLE = 'The server could not be reached.';

const shown = (text: string): Promise<void> => journey.page.getByText(text).first().waitFor();
const isInApp = (): Promise<void> => journey.page.waitForURL('**/app/');

const passkeys = (email: string) =>
  journey.site.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('users.email', '=', email)
    .select(['passkeys.id', 'passkeys.name', 'passkeys.counter'])
    .execute();

/** Opens the login page with a passkey. Its ceremonies wait for the test. */
const openLogin = async (): Promise<{ email: string; ceremonies: HeldCeremonies }> => {
  const { site, visitor, page } = journey;
  const ceremonies = await holdCeremonies(page);
  const email = await newAccount(site);
  await insertPasskey(site, await addVirtualAuthenticator(page), email);
  await page.goto('/#/login');
  await ceremonies.waitFor('autofill');
  await consentCheckbox(visitor).check();
  return { email, ceremonies };
};

/** Opens the signed-in page. Its ceremonies wait for the test. */
const openAccount = async (): Promise<{ email: string; ceremonies: HeldCeremonies }> => {
  const { site, visitor, page } = journey;
  const email = await logInToAppByCode(site, visitor);
  const ceremonies = await holdCeremonies(page);
  await addVirtualAuthenticator(page);
  await page.goto('/app/');
  await button(visitor, words.add).waitFor();
  return { email, ceremonies };
};

const startAddition = async (name: string): Promise<void> => {
  const { visitor, page } = journey;
  await button(visitor, words.add).click();
  await page.getByLabel(words.newName).fill(name);
  await button(visitor, words.create).click();
};

const typedName = () => journey.page.getByLabel(words.newName).inputValue();

/** Signs a challenge in the page, whatever its origin is. */
const sign = (page: Page, challenge: string): Promise<unknown> =>
  page.evaluate(async (asked) => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
      challenge: asked,
      rpId: 'localhost',
      userVerification: 'required',
    });
    const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
    const { id, rawId, type, response } = credential.toJSON();
    return { id, rawId, type, response, clientExtensionResults: {} };
  }, challenge);

describe('a login by passkey', () => {
  test('offline keeps the form and works once the server answers', async () => {
    const { visitor, page } = journey;
    const { email, ceremonies } = await openLogin();
    await page.getByLabel('Email').fill(email);
    await page.context().setOffline(true);
    await button(visitor, LOG_IN).click();
    await shown(UNREACHABLE);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await consentCheckbox(visitor).isChecked()).toBe(true);
    await page.context().setOffline(false);
    await button(visitor, LOG_IN).click();
    await ceremonies.pass('dialog');
    await isInApp();
  });

  test('offline after the dialog says so, and works when it is asked for again', async () => {
    const { site, visitor, page } = journey;
    const { email, ceremonies } = await openLogin();
    await button(visitor, LOG_IN).click();
    await ceremonies.waitFor('dialog');
    await page.context().setOffline(true);
    await ceremonies.pass('dialog');
    await shown(UNREACHABLE);
    expect((await countSessions(site, email)).open).toBe(0);
    await page.context().setOffline(false);
    await button(visitor, LOG_IN).click();
    await ceremonies.pass('dialog');
    await isInApp();
  });

  test('whose user could not be fetched keeps the form and its consent, and is repeated by a press only', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    // This authenticator answers in the autofill without its user.
    await insertPasskey(site, await addVirtualAuthenticator(page), email);
    await page.goto('/#/login');
    await shown('Your passkey is ready.');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('typed before');
    await routeOnce(page, '**/v2/user/getuser', (route) => route.abort('internetdisconnected'));
    await consentToPasskey(visitor);
    await button(visitor, 'OK').click();
    await button(visitor, LOG_IN).and(page.locator(':enabled')).waitFor();
    expect(await consentCheckbox(visitor).isChecked()).toBe(true);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('typed before');
    expect((await countSessions(site, email)).open).toBe(1);
    await button(visitor, LOG_IN).click();
    await isInApp();
  });

  test('says when its network has asked too often', async () => {
    const { site, visitor } = journey;
    const { ceremonies } = await openLogin();
    // As if it had asked sixty times in the last seconds.
    await ageLimits(site.db, -63, 'network passkey options');
    await button(visitor, LOG_IN).click();
    await shown('Too many attempts. Wait a few minutes, or log in with your password or a code.');
    // Others in the wider network go on.
    await ageLimits(site.db, 63, 'network passkey options');
    // The wait in the autofill has ended with the press; nothing asks for a passkey any more.
    await ceremonies.waitForNone();
  });

  test('is refused if the authenticator has counted less than before', async () => {
    const { site, visitor } = journey;
    const { email, ceremonies } = await openLogin();
    const [stored] = await passkeys(email);
    await site.db
      .updateTable('passkeys')
      .set({ counter: 5 })
      .where('id', '=', stored?.id ?? '')
      .execute();
    await button(visitor, LOG_IN).click();
    await ceremonies.pass('dialog');
    await shown(REFUSED);
    expect((await countSessions(site, email)).open).toBe(0);
    const outcomes = await site.db
      .selectFrom('audit')
      .where('email', '=', email)
      .where('event', '=', 'login.passkey')
      .select('outcome')
      .execute();
    expect(outcomes).toEqual([{ outcome: 'cloned' }]);
    const [after] = await passkeys(email);
    expect(Number(after?.counter)).toBe(5);
  });

  test.each([
    { from: 'another port of its host', path: 'http://localhost:9/', isAccepted: false },
    { from: 'the site', path: '/#/about', isAccepted: true },
  ])('signed on a page of $from: accepted is $isAccepted', async ({ path, isAccepted }) => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await insertPasskey(site, await addVirtualAuthenticator(page), email);
    const asked = page.waitForResponse(`**${paths.passkeyLoginOptions}`);
    await page.goto('/#/login');
    const { challenge } = await (await asked).json();

    await page.route('http://localhost:9/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Another site</title>' }),
    );
    await page.goto(path);
    const credential = await sign(page, challenge);

    await page.route(`**${paths.passkeyLogin}`, (route) =>
      route.continue({ postData: { credential } as never }),
    );
    await page.goto('/#/login');
    await consentToPasskey(visitor);
    await (isAccepted ? isInApp() : shown(REFUSED));
    expect((await countSessions(site, email)).open).toBe(isAccepted ? 1 : 0);
  });

  test('that was recorded logs nobody in again', async () => {
    const { site, visitor, page } = journey;
    const { email, ceremonies } = await openLogin();
    const sent = page.waitForRequest(`**${paths.passkeyLogin}`);
    await button(visitor, LOG_IN).click();
    await ceremonies.pass('dialog');
    await isInApp();
    const recorded = (await sent).postData() ?? '';
    await page.locator('#passkeys button:enabled').first().waitFor();
    await page.context().clearCookies();
    await page.goto('/#/login');
    await consentCheckbox(visitor).check();
    await page.route(`**${paths.passkeyLogin}`, (route) => route.continue({ postData: recorded }));
    await button(visitor, LOG_IN).click();
    await ceremonies.pass('dialog');
    await shown(REFUSED);
    expect((await countSessions(site, email)).open).toBe(1);
  });

  test('is asked for again after a reload of an open dialog', async () => {
    const { visitor, page } = journey;
    const { ceremonies } = await openLogin();
    await button(visitor, LOG_IN).click();
    await ceremonies.waitFor('dialog');
    await page.reload();
    await ceremonies.waitFor('autofill');
    await consentCheckbox(visitor).check();
    await ceremonies.pass('autofill');
    await isInApp();
  });

  test('that was answered before a reload holds', async () => {
    const { site, visitor, page } = journey;
    const { email, ceremonies } = await openLogin();
    const { answered } = await stallResponse(page, paths.passkeyLogin);
    await button(visitor, LOG_IN).click();
    await ceremonies.pass('dialog');
    await answered;
    await page.reload();
    await waitForHeading(visitor, 'You are already logged in');
    expect((await countSessions(site, email)).open).toBe(1);
  });
});

describe('a new passkey', () => {
  test('offline keeps its name and is created once the server answers', async () => {
    const { visitor, page } = journey;
    const { email, ceremonies } = await openAccount();
    await page.context().setOffline(true);
    await startAddition('Work laptop');
    await shown(UNREACHABLE);
    expect(await typedName()).toBe('Work laptop');
    await page.context().setOffline(false);
    await button(visitor, words.create).click();
    await ceremonies.pass('registration');
    await shown('The passkey was added.');
    expect((await passkeys(email)).map(({ name }) => name)).toEqual(['Work laptop']);
  });

  test('is refused with a reason if the account is full, and created after a removal', async () => {
    const { site, visitor, page } = journey;
    const { email, ceremonies } = await openAccount();
    const { id } = await site.db
      .selectFrom('users')
      .where('email', '=', email)
      .select('id')
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: PASSKEYS_MAX }, (_, index) => ({
      user_id: id,
      credential_id: randomBytes(16),
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      is_backed_up: false,
      name: `Device ${index + 1}`,
    }));
    await site.db.insertInto('passkeys').values(others).execute();
    await page.reload();
    await page.getByText('Device 20', { exact: true }).waitFor();
    await startAddition('One too many');
    await shown('Your account has as many passkeys as it can have.');
    expect(await typedName()).toBe('One too many');
    await ceremonies.waitForNone();

    await button(visitor, words.cancel).click();
    await page.getByRole('button', { name: 'Remove Device 7', exact: true }).click();
    await button(visitor, words.remove).click();
    await shown('The passkey was removed.');
    await startAddition('One too many');
    await ceremonies.pass('registration');
    await shown('The passkey was added.');
  });

  test('is not created by a reload of an open dialog', async () => {
    const { visitor, page } = journey;
    const { email, ceremonies } = await openAccount();
    await startAddition('Work laptop');
    await ceremonies.waitFor('registration');
    await page.reload();
    await shown('You have no passkey yet.');
    expect(await passkeys(email)).toEqual([]);
    await startAddition('Work laptop');
    await ceremonies.pass('registration');
    await shown('The passkey was added.');
    await button(visitor, words.add).waitFor();
  });

  test('that was stored before a reload is listed after it', async () => {
    const { page } = journey;
    const { ceremonies } = await openAccount();
    const { answered } = await stallResponse(page, paths.registerPasskey);
    await startAddition('Work laptop');
    await ceremonies.pass('registration');
    await answered;
    await page.reload();
    await page.getByText('Work laptop', { exact: true }).waitFor();
  });

  test('that was stored in an offer before a reload is there', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await addVirtualAuthenticator(page);
    await logInByCode(site, visitor, email);
    const { answered } = await stallResponse(page, paths.registerPasskey);
    await page.getByLabel('Name of this passkey').fill('Work laptop');
    await button(visitor, 'Create a passkey').click();
    await answered;
    await page.reload();
    await waitForHeading(visitor, 'You are already logged in');
    expect((await passkeys(email)).map(({ name }) => name)).toEqual(['Work laptop']);
  });
});

test.each([
  { step: 'renaming', start: /^Rename Laptop$/, path: paths.renamePasskey },
  { step: 'removal', start: /^Remove Laptop$/, path: paths.removePasskey },
])('a reload during a $step shows what the server has', async ({ step, start, path }) => {
  const { site, visitor, page } = journey;
  const { email } = await openAccount();
  await insertPasskey(site, await addVirtualAuthenticator(await page.context().newPage()), email);
  await page.reload();
  await page.getByRole('button', { name: start }).click();
  // Before it is confirmed, a reload changes nothing.
  await page.reload();
  await page.getByText('Laptop', { exact: true }).waitFor();

  await page.getByRole('button', { name: start }).click();
  if (step === 'renaming') await page.getByLabel(words.name, { exact: true }).fill('Old laptop');
  const { answered } = await stallResponse(page, path);
  await button(visitor, step === 'renaming' ? words.save : words.remove).click();
  await answered;
  await page.reload();
  await (step === 'renaming'
    ? page.getByText('Old laptop', { exact: true }).waitFor()
    : shown(words.none));
});
