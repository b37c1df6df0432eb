import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { button } from '#tests/support/browser/forms/button.ts';
import { fillLogin, logInToApp } from '#tests/support/browser/forms/login-form.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import type { Visitor } from '#tests/support/browser/visitor.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { endRecentLogins } from '#tests/support/server/database/age-rows.ts';
import { replaceSessions } from '#tests/support/server/database/replace-sessions.ts';

const journey = setUpJourney();

const ENDED = 'Your session has ended. Please log in again.';

const card = (page: Page) => page.locator('#sessions');
const entries = (page: Page) => card(page).getByRole('listitem');
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

/** Somebody else who has the password, in a browser of their own. */
const logInElsewhere = async (email: string): Promise<Visitor> => {
  const other = await journey.site.visitor();
  other.expectConsole(/status of 401/);
  await fillLogin(other, email);
  await button(other, 'Log In').click();
  await other.page.waitForURL('**/app/');
  await entries(other.page).first().waitFor();
  return other;
};

/** What the page of that browser does next. */
const isOut = async ({ page }: Visitor): Promise<void> => {
  await button({ page }, 'Log out everywhere else').click();
  await button({ page }, 'Log out everywhere else').click();
  await page.getByText(ENDED).waitFor();
};

test('the owner ends the session of a stranger, which is out at its next call', async () => {
  const { site, visitor, page } = journey;
  const email = await logInToApp(site, visitor);
  const stranger = await logInElsewhere(email);
  await page.reload();
  await expect.poll(() => entries(page).count()).toBe(2);
  const [own, other] = await entries(page).allTextContents();
  expect(own).toMatch(/^Chrome on LinuxThis browserLogged in .+ · last active .+ · 10\.0\./);
  expect(other).toMatch(/^Chrome on LinuxLogged in .+ · last active .+ · 10\.0\..+Log out$/);
  expect(await auditPage(page)).toEqual([]);

  await entries(page).getByRole('button').click();
  await page.getByText('That browser is logged out.').waitFor();
  await expect.poll(() => entries(page).count()).toBe(1);
  await isOut(stranger);
  expect((await countSessions(site, email)).open).toBe(1);
  await page.reload();
  await expect.poll(() => entries(page).allTextContents()).toEqual([own]);
  // There is nothing else to end.
  expect(await card(page).getByRole('button').count()).toBe(0);
});

test('all other sessions are ended at once, by keyboard alone', async () => {
  const { site, visitor, page } = journey;
  const email = await logInToApp(site, visitor);
  const stranger = await logInElsewhere(email);
  await replaceSessions(site.db, email);
  await page.reload();
  await expect.poll(() => entries(page).count()).toBe(4);
  await card(page).getByText('Unknown browser').waitFor();

  await button({ page }, 'Log out everywhere else').focus();
  await press(page, 'Enter');
  await page.getByText('Only this one stays logged in.').waitFor();
  expect(await auditPage(page)).toEqual([]);
  // The safe choice has the focus.
  expect(await focused(page)).toBe('Cancel');
  await press(page, 'Enter');
  await expect.poll(() => focused(page)).toBe('Log out everywhere else');
  await press(page, 'Enter', 'Shift+Tab', 'Enter');
  await page.getByText('Every other browser is logged out.').waitFor();
  await expect.poll(() => entries(page).count()).toBe(1);
  await expect.poll(() => focused(page)).toBe('Where you are logged in');
  await isOut(stranger);
  expect((await countSessions(site, email)).open).toBe(1);
});

test('an old login is proved by a code before a session is ended', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 403/);
  await page.setViewportSize({ width: 320, height: 640 });
  const email = await logInToApp(site, visitor);
  await replaceSessions(site.db, email);
  await page.reload();
  await endRecentLogins(site.db);
  await endResendPauses(site);
  const end = page.getByRole('button', { name: /^Log out Firefox on Windows/ });
  await end.focus();
  await press(page, 'Enter');
  await page.getByText(`we mail a code to ${email}.`).waitFor();
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
  expect(await auditPage(page)).toEqual([]);
  await button({ page }, 'Cancel').click();
  await end.and(page.locator(':focus')).waitFor();
  expect((await countSessions(site, email)).open).toBe(3);

  await press(page, 'Enter');
  await page.getByLabel('Digit 1 of 6').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(await site.inbox.nextCode(email));
  await page.getByText('That browser is logged out.').waitFor();
  await expect.poll(() => entries(page).count()).toBe(2);
  // The code has opened a session in place of the old one.
  await card(page).getByText('This browser').waitFor();
  expect((await countSessions(site, email)).open).toBe(2);
  expect(await auditPage(page)).toEqual([]);
});

test('a session that has ended meanwhile is gone from the list', FURTHER, async () => {
  const { site, visitor, page } = journey;
  visitor.expectConsole(/status of 404/);
  const email = await logInToApp(site, visitor);
  await replaceSessions(site.db, email);
  await page.reload();
  const end = page.getByRole('button', { name: /^Log out Firefox on Windows/ });
  await end.waitFor();
  await site.db
    .updateTable('sessions')
    .set({ ended_at: new Date() })
    .where('browser', '=', 'Firefox on Windows')
    .execute();
  await end.click();
  await page.getByText('That browser was logged out before, perhaps in another tab.').waitFor();
  await expect.poll(() => entries(page).count()).toBe(2);
});
