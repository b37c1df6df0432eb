import { expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import type { SessionOpener } from '#server/database/types.ts';
import { auditPage } from '#tests/support/browser/axe.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { fillEmail, fillNewPassword } from '#tests/support/browser/forms/login-form.ts';
import { newAccount, typeCode, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { FURTHER, testConditions } from '#tests/support/each-condition.ts';
import { expectReadable } from '#tests/support/readability/expect-readable.ts';
import { endRecentLogins } from '#tests/support/server/database/age-rows.ts';

const journey = setUpJourney();

const HEADING = 'Passkeys of this account';
const MARK = 'The new password removes this one';
const NEW_PASSWORD = 'wide river at noon';

const heading = () => journey.page.getByRole('heading', { name: HEADING });
const entry = (name: string) => journey.page.getByRole('listitem').filter({ hasText: name });

/** An account with these passkeys, by name: how the session was opened that added it. */
const accountWith = async (passkeys: Record<string, SessionOpener>): Promise<string> => {
  const { site } = journey;
  const email = await newAccount(site);
  const { id } = await site.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const rows = Object.entries(passkeys).map(([name, opener]) => ({
    user_id: id,
    credential_id: Buffer.from(`${email} ${name}`),
    public_key: Buffer.from('key'),
    counter: 0,
    transports: [],
    is_backed_up: false,
    name,
    added_by: opener,
  }));
  if (rows.length > 0) await site.db.insertInto('passkeys').values(rows).execute();
  return email;
};

/** Opens the page of a new password by a mailed code. */
const openReset = async (email: string): Promise<void> => {
  const { site, visitor, page } = journey;
  await fillEmail(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await page.getByLabel('Digit 1 of 6').waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await waitForHeading(visitor, 'Set a new password');
};

const setPassword = async (): Promise<void> => {
  const { visitor, page } = journey;
  await fillNewPassword(visitor, NEW_PASSWORD);
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
};

const passkeyNames = async (email: string): Promise<string[]> => {
  const rows = await journey.site.db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('users.email', '=', email)
    .select('passkeys.name')
    .orderBy('passkeys.name')
    .execute();
  return rows.map(({ name }) => name);
};

test('a new password removes the marked passkey, and the page offers to remove the others', async () => {
  const { visitor, page } = journey;
  await page.setViewportSize({ width: 320, height: 640 });
  const email = await accountWith({ Laptop: 'code', Phone: 'password', Tablet: 'passkey' });
  await openReset(email);
  await heading().waitFor();
  await entry('Phone').getByText(MARK).waitFor();
  expect(await page.getByText(MARK).count()).toBe(1);
  expect(await page.getByRole('button', { name: /^Rename/ }).count()).toBe(0);
  expect(await auditPage(page)).toEqual([]);
  await expectReadable(page);

  // What was typed stays, and Enter in the form still submits it.
  await fillNewPassword(visitor, NEW_PASSWORD);
  await button({ page }, 'Remove Tablet').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Remove “Tablet”?').waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText('The passkey was removed.').waitFor();
  await heading().and(page.locator(':focus')).waitFor();
  expect(await passkeyNames(email)).toEqual(['Laptop', 'Phone']);
  await page.getByLabel('Confirm new password').press('Enter');
  await page.waitForURL('**/app/');
  expect(await passkeyNames(email)).toEqual(['Laptop']);
  // The list of the signed-in page has no such remark.
  await page.locator('#passkeys').getByText('Laptop', { exact: true }).waitFor();
});

test('the last passkey is removed before the new password is set', async () => {
  const { page } = journey;
  const email = await accountWith({ Laptop: 'code' });
  await openReset(email);
  await button({ page }, 'Remove Laptop').click();
  await button({ page }, 'Remove').click();
  await page.getByText('No passkey is left.').waitFor();
  expect(await passkeyNames(email)).toEqual([]);
  await setPassword();
});

test(
  'on a page that was left open, a code removes a passkey, and the password can be set again',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    visitor.expectConsole(/status of 403/);
    const email = await accountWith({ Laptop: 'code', Phone: 'code' });
    await openReset(email);
    await heading().waitFor();
    await endRecentLogins(site.db);
    await endResendPauses(site);
    await button({ page }, 'Remove Laptop').click();
    await button({ page }, 'Remove').click();
    await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
    // Enter in the code fields does not submit the form around them.
    await page.keyboard.press('Enter');
    await page.keyboard.type(await site.inbox.nextCode(email));
    await page.getByText('The passkey was removed.').waitFor();
    expect(await passkeyNames(email)).toEqual(['Phone']);
    await setPassword();
  },
);

test('an account without passkeys sees none of this', async () => {
  const { page } = journey;
  const listed = page.waitForResponse(`**${paths.listPasskeys}`);
  await openReset(await accountWith({}));
  await listed;
  expect(await heading().count()).toBe(0);
  await setPassword();
});

testConditions(
  [
    { without: 'the list', address: `**${paths.listPasskeys}` },
    { without: 'its script', address: '**/assets/reset-passkeys-*.js' },
  ],
  ({ without }) => `a new password is set without ${without}`,
  async ({ address }) => {
    const { visitor, page } = journey;
    visitor.expectConsole(/net::ERR_/);
    const failed = page.waitForEvent('requestfailed');
    await page.route(address, (route) => route.abort());
    await openReset(await accountWith({ Laptop: 'code' }));
    await failed;
    await setPassword();
  },
);

test('without a session the list is not what leads to the login page', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 401/);
  visitor.expectConsole(/^[a-z-]+: [a-z_]+$/);
  const email = await accountWith({ Laptop: 'code' });
  await openReset(email);
  await heading().waitFor();
  await site.db.updateTable('sessions').set({ ended_at: new Date() }).execute();
  const refused = page.waitForResponse(`**${paths.refresh}`);
  await page.reload();
  await refused;
  await page.getByLabel('Enter new password').fill(NEW_PASSWORD);
  expect(await heading().count()).toBe(0);
});

test(
  'a passkey that a password alone has added logs in until the password is reset',
  FURTHER,
  async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    const authenticator = await addVirtualAuthenticator(page);
    await insertPasskey(site, authenticator, email);
    await site.db.updateTable('passkeys').set({ added_by: 'password' }).execute();
    await authenticator.setPresence(false);
    await openReset(email);
    await entry('Laptop').getByText(MARK).waitFor();
    await setPassword();
    await page.getByText('You have no passkey yet.').waitFor();
    await page.context().clearCookies();
    await authenticator.setPresence(true);
    visitor.expectConsole(/status of 400/);
    await page.goto('/#/login');
    await page.getByRole('checkbox', { name: /I agree/ }).check();
    await page.getByText('This passkey did not work.').first().waitFor();
  },
);
