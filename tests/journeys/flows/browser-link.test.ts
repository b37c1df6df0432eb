import { expect, test } from 'vitest';
import { auditPage } from '#tests/support/browser/axe.ts';
import { setUpSite } from '#tests/support/browser/set-up-journey.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { browserLinkContent as words } from '#web/content/browser-link.ts';

const PASSWORD = 'quiet lantern river';
const EMAIL = 'asha@acme.example';

const journey = setUpSite();

test('an owner whose attempts strangers have used up logs in by a mailed link', async () => {
  const { site } = journey;
  const visitor = await site.visitor();
  const { page } = visitor;
  visitor.expectConsole(/status of 4(?:01|29)/);
  await insertAccount(site.db, { email: EMAIL, password: PASSWORD });
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  const ask = page.getByRole('button', { name: words.send });
  for (;;) {
    const answered = page.waitForResponse('**/v2/user/login');
    await page.getByRole('button', { name: 'Log In', exact: true }).click();
    // Too many attempts are told without a dialog.
    if ((await answered).status() === 429) break;
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'OK' }).waitFor({ state: 'detached' });
  }
  await ask.waitFor();
  expect(await auditPage(page)).toEqual([]);
  await ask.click();
  await page.getByText(words.sent, { exact: true }).waitFor();

  await expect.poll(() => site.inbox.received.length).toBe(1);
  const [link = ''] = /http\S+/.exec(site.inbox.received[0]?.mail.text ?? '') ?? [];
  // A page of the same browser, as a mail program opens it.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByText(words.recognized, { exact: true }).waitFor();
  expect(page.url()).toBe(`${site.url}/#/login`);
  expect(await auditPage(page)).toEqual([]);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox', { name: /I agree/ }).check();
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL('**/app/');

  // Also in a browser that is logged in, no secret stays in the address.
  await page.goto(link);
  await page.getByText(words.recognized, { exact: true }).waitFor();
  expect(page.url()).toBe(`${site.url}/#/login`);
});
