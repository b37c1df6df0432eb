import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { logInToApp, logInToAppByCode } from '#tests/support/browser/forms/login-form.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { withSecondTab } from '#tests/support/browser/with-second-tab.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { endRecentLogins } from '#tests/support/server/database/age-rows.ts';

const journey = setUpJourney();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });

/** Opens the signed-in page after a login by code; returns the address. */
const openAccount = (who: Visitor = journey.visitor): Promise<string> =>
  logInToAppByCode(journey.site, who);

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

const focusedName = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

test('a passkey is added, renamed and removed by keyboard alone', async () => {
  const { page } = journey;
  await openAccount();
  await addVirtualAuthenticator(page);
  await page.getByText('You have no passkey yet.').waitFor();
  expect(await auditPage(page)).toEqual([]);

  await page.getByRole('button', { name: 'Log out' }).focus();
  // Past the two links of the support mailbox.
  await press(page, 'Tab', 'Tab', 'Tab');
  expect(await focusedName(page)).toBe('Add a passkey');
  await press(page, 'Enter');
  await expect.poll(() => page.getByLabel('Name of the new passkey').inputValue()).not.toBe('');
  expect(await auditPage(page)).toEqual([]);
  await press(page, 'Control+a', 'Backspace', 'Enter');
  await page.getByText('Please enter a name of up to 64 visible characters.').waitFor();
  await page.keyboard.type('Laptop');
  await press(page, 'Enter');
  await page.getByText('The passkey was added.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Add a passkey');

  await press(page, 'Shift+Tab', 'Shift+Tab');
  expect(await focusedName(page)).toBe('Rename Laptop');
  await press(page, 'Enter');
  // A notice goes when something else begins.
  await expect.poll(() => page.getByText('The passkey was added.').count()).toBe(0);
  await press(page, 'Tab', 'Tab', 'Enter');
  await expect.poll(() => focusedName(page)).toBe('Rename Laptop');
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('Work laptop');
  await press(page, 'Enter');
  await page.getByText('The passkey was renamed.').waitFor();
  await page.getByText('Work laptop', { exact: true }).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Rename Work laptop');

  await press(page, 'Tab');
  expect(await focusedName(page)).toBe('Remove Work laptop');
  await press(page, 'Enter');
  await page.getByText('Remove “Work laptop”?').waitFor();
  expect(await auditPage(page)).toEqual([]);
  // The safe choice has the focus.
  expect(await focusedName(page)).toBe('Keep it');
  await press(page, 'Shift+Tab', 'Enter');
  await page.getByText('The passkey was removed.').waitFor();
  await page.getByText('You have no passkey yet.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Passkeys');
});

test('another account in another tab gets no passkey from this page', FURTHER, async () => {
  const { site, page, visitor } = journey;
  const emails = [await openAccount()];
  await addVirtualAuthenticator(page);
  await button(page, 'Add a passkey').waitFor();
  await withSecondTab(visitor, async (tab) => {
    await tab.page.context().clearCookies();
    emails.push(await openAccount(tab));
  });
  await page.bringToFront();
  await button(page, 'Add a passkey').click();
  await button(page, 'Create a passkey').click();
  await page.getByText('Another account is logged in here by now').waitFor();
  const theirs = site.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('users.email', 'in', emails)
    .select('users.email');
  expect(await theirs.execute()).toEqual([]);
});

test('renaming a passkey that another tab has removed shows what is left', FURTHER, async () => {
  const { site, page, visitor } = journey;
  visitor.expectConsole(/status of 404/);
  await openAccount();
  await addVirtualAuthenticator(page);
  await button(page, 'Add a passkey').click();
  await button(page, 'Create a passkey').click();
  await button(page, /^Rename /).click();
  await site.db.deleteFrom('passkeys').execute();
  await button(page, 'Save').click();
  await page.getByText('This passkey was removed before, perhaps in another tab.').waitFor();
  await page.getByText('You have no passkey yet.').waitFor();
});

test('an old login is proved by a code before a passkey is renamed, and then removed', async () => {
  const { site, page, visitor } = journey;
  visitor.expectConsole(/status of 403/);
  const email = await openAccount();
  await addVirtualAuthenticator(page);
  await button(page, 'Add a passkey').click();
  await button(page, 'Create a passkey').click();
  await page.getByText('The passkey was added.').waitFor();
  const requireLogin = async () => {
    await endRecentLogins(site.db);
    await endResendPauses(site);
  };

  await requireLogin();
  await button(page, /^Rename /).click();
  await page.keyboard.type('Work laptop');
  await press(page, 'Enter');
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
  expect(await auditPage(page)).toEqual([]);
  await button(page, 'Cancel').click();
  // What was typed is still there, and the code that was sent is still valid.
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toMatch(/Work laptop$/);
  await press(page, 'Enter');
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(await site.inbox.nextCode(email));
  await page.getByText('The passkey was renamed.').waitFor();
  await expect.poll(() => focusedName(page)).toMatch(/^Rename .*Work laptop$/);

  await requireLogin();
  await page.reload();
  await button(page, /^Remove /).click();
  await button(page, 'Remove').click();
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(await site.inbox.nextCode(email));
  await page.getByText('The passkey was removed.').waitFor();
  await page.getByText('You have no passkey yet.').waitFor();
  await expect.poll(() => focusedName(page)).toBe('Passkeys');
});

test('a passkey is added on the page of a login by password, once a code was entered', async () => {
  const { site, page, visitor } = journey;
  visitor.expectConsole(/status of 403/);
  const email = await logInToApp(site, visitor);
  await addVirtualAuthenticator(page);
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Name of the new passkey').fill('Work laptop');
  await button(page, 'Create a passkey').click();
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
  expect(await auditPage(page)).toEqual([]);
  await page.keyboard.type(await site.inbox.nextCode(email));
  await page.getByText('The passkey was added.').waitFor();
  await page.getByText('Work laptop', { exact: true }).waitFor();
  await expect.poll(() => focusedName(page)).toBe('Add a passkey');
});

test('long names stay inside a window of 320 px', FURTHER, async () => {
  const { page } = journey;
  await page.setViewportSize({ width: 320, height: 640 });
  await openAccount();
  await addVirtualAuthenticator(page);
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Name of the new passkey').fill('W'.repeat(64));
  await button(page, 'Create a passkey').click();
  await page.getByText('The passkey was added.').waitFor();
  expect(await auditPage(page)).toEqual([]);
  await button(page, /^Rename /).click();
  expect(await auditPage(page)).toEqual([]);
});

testConditions(
  ['Rename', 'Remove'],
  (change) => `${change} opens the login page if the session has ended`,
  async (change) => {
    const { page, visitor } = journey;
    visitor.expectConsole(/status of 401/);
    await openAccount();
    await addVirtualAuthenticator(page);
    await button(page, 'Add a passkey').click();
    await button(page, 'Create a passkey').click();
    await page.getByText('The passkey was added.').waitFor();
    await journey.site.db.updateTable('sessions').set({ ended_at: new Date() }).execute();
    await button(page, new RegExp(`^${change} `)).click();
    await button(page, change === 'Rename' ? 'Save' : 'Remove').click();
    await page.getByText('Your session has ended. Please log in again.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  },
);

test('a browser without passkeys lists them and says that none can be added', FURTHER, async () => {
  const { page } = journey;
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'));
  await openAccount();
  await page.getByText('This browser has no passkeys').waitFor();
  expect(await button(page, 'Add a passkey').count()).toBe(0);
});

test('without script the page has no empty card', FURTHER, async () => {
  const { page } = journey;
  await openAccount();
  const plain = await journey.site.visitor({ javaScriptEnabled: false });
  await plain.page.context().addCookies(await page.context().cookies());
  await plain.page.goto('/app/');
  await plain.page.getByText('Acme Robotics').waitFor();
  for (const id of ['passkeys', 'sessions'])
    expect(await plain.page.locator(`#${id}`).isVisible()).toBe(false);
});
