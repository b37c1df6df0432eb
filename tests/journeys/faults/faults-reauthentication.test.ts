// @module-tag further
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/calls/paths.ts';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { countSessions } from '#tests/support/browser/count-sessions.ts';
import { endResendPauses } from '#tests/support/browser/end-resend-pause.ts';
import { button, idleButton } from '#tests/support/browser/forms/button.ts';
import {
  fillEmail,
  fillLogin,
  fillNewPassword,
  logInToApp,
} from '#tests/support/browser/forms/login-form.ts';
import { newAccount, typeCode, waitForHeading } from '#tests/support/browser/forms/sign-up-form.ts';
import { insertPasskey } from '#tests/support/browser/passkeys/insert-passkey.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { routeOnce } from '#tests/support/browser/route-once.ts';
import { setUpJourney } from '#tests/support/browser/set-up-journey.ts';
import { expectNetworkErrors, loseResponse } from '#tests/support/faults/network-faults.ts';
import { ageLimits, endRecentLogins } from '#tests/support/server/database/age-rows.ts';
import { replaceSessions } from '#tests/support/server/database/replace-sessions.ts';

const journey = setUpJourney({ prepare: expectNetworkErrors });

const SEND_CODE = '**/v2/user/genOtp/**';
const UNREACHABLE = 'The server could not be reached.';
const UNEXPECTED = 'Something went wrong. Please try again.';
const ENDED = 'That browser is logged out.';

const shown = (text: string): Promise<void> => journey.page.getByText(text).first().waitFor();
const firstBox = () => journey.page.getByLabel('Digit 1 of 6');
const end = () => journey.page.getByRole('button', { name: /^Log out Firefox on Windows/ });
const endOthers = () => button(journey.visitor, 'Log out everywhere else');
const openSessions = async (email: string) => (await countSessions(journey.site, email)).open;

/** The signed-in page of an account that is open in three browsers. */
const openSessionList = async (): Promise<string> => {
  const { site, visitor, page } = journey;
  const email = await logInToApp(site, visitor);
  await replaceSessions(site.db, email);
  await page.reload();
  await end().waitFor();
  return email;
};

/** The same after ten minutes: an end asks for a code. */
const openOldSessionList = async (): Promise<string> => {
  const email = await openSessionList();
  await endRecentLogins(journey.site.db);
  await endResendPauses(journey.site);
  return email;
};

const offlineOnce = (page: Page, address: string) =>
  routeOnce(page, address, (route) => route.abort('internetdisconnected'));

describe('the code before a change', () => {
  test('that could not be requested is requested again by a button', async () => {
    const { site, visitor, page } = journey;
    const email = await openOldSessionList();
    await offlineOnce(page, SEND_CODE);
    await end().click();
    await shown(
      'We sent no new code. Wait a moment, then ask again. The last one you received may still work.',
    );
    expect(await firstBox().count()).toBe(0);
    await idleButton(visitor, 'Send OTP').click();
    await firstBox().waitFor();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await shown(ENDED);
    expect(await openSessions(email)).toBe(2);
  });

  test('that could not be sent in the offer says so in its dialog, and the offer stays', async () => {
    const { site, visitor, page } = journey;
    const email = await newAccount(site);
    await addVirtualAuthenticator(page);
    await fillLogin(visitor, email);
    await button(visitor, 'Log In').click();
    await offlineOnce(page, SEND_CODE);
    await button(visitor, 'Create a passkey').click();
    await shown('Could not send OTP, please trye again');
    // No address was typed here.
    expect(await page.getByText('Your address is kept.').count()).toBe(0);
    await button(visitor, 'OK').click();
    await idleButton(visitor, 'Send OTP').click();
    await firstBox().waitFor();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await page.waitForURL('**/app/');
  });

  test('is not sent twice within the pause: after a reload the first one still counts', async () => {
    const { site, visitor, page } = journey;
    const email = await openOldSessionList();
    await end().click();
    await firstBox().waitFor();
    const code = await site.inbox.nextCode(email);
    await page.reload();
    expect(await openSessions(email)).toBe(3);
    await end().click();
    await firstBox().waitFor();
    await typeCode(visitor, code);
    await shown(ENDED);
    expect(await openSessions(email)).toBe(2);
  });

  test('that was entered offline stays, and is checked again by a button', async () => {
    const { site, visitor, page } = journey;
    const email = await openOldSessionList();
    await end().click();
    await firstBox().waitFor();
    await offlineOnce(page, `**${paths.login}`);
    await typeCode(visitor, await site.inbox.nextCode(email));
    await shown(UNEXPECTED);
    await button(visitor, 'Check again').click();
    await shown(ENDED);
  });

  test('is not checked after too many attempts, and stays for later', async () => {
    const { site, visitor } = journey;
    const email = await openOldSessionList();
    await end().click();
    await firstBox().waitFor();
    const code = await site.inbox.nextCode(email);
    await typeCode(visitor, code === '000000' ? '111111' : '000000');
    await shown('Invalid OTP');
    // As if this browser had tried twenty times in the last seconds.
    await ageLimits(site.db, -63, 'network logins');
    await typeCode(visitor, code);
    await shown('Too many attempts. Please wait');
    await ageLimits(site.db, 63, 'network logins');
    await button(visitor, 'Check again').click();
    await shown(ENDED);
  });

  test('whose answer is lost is used; the next one makes the change', async () => {
    const { site, visitor, page } = journey;
    await page.clock.install();
    const email = await openOldSessionList();
    await end().click();
    await firstBox().waitFor();
    await loseResponse(page, paths.login);
    await typeCode(visitor, await site.inbox.nextCode(email));
    await shown(UNEXPECTED);
    await button(visitor, 'Check again').click();
    await shown('Invalid OTP');
    await endResendPauses(site);
    await page.clock.fastForward(RESEND_PAUSE_MS);
    await button(visitor, 'Resend OTP').click();
    await typeCode(visitor, await site.inbox.nextCode(email));
    await shown(ENDED);
    // The browser has one session, also after the answer that it never got.
    expect(await openSessions(email)).toBe(2);
  });
});

describe('the end of a session', () => {
  test('offline says so, and works once the server answers', async () => {
    const { page } = journey;
    const email = await openSessionList();
    await page.context().setOffline(true);
    await end().click();
    await shown(UNREACHABLE);
    await page.context().setOffline(false);
    await end().click();
    await shown(ENDED);
    expect(await openSessions(email)).toBe(2);
  });

  test('whose answer is lost shows at the next attempt that it is gone', async () => {
    const { page } = journey;
    const email = await openSessionList();
    await loseResponse(page, paths.endSession);
    await end().click();
    await shown(UNREACHABLE);
    expect(await openSessions(email)).toBe(2);
    await end().click();
    await shown('That browser was logged out before, perhaps in another tab.');
    await expect.poll(() => end().count()).toBe(0);
  });

  test('of all others, whose answer is lost, can be repeated', async () => {
    const { page } = journey;
    const email = await openSessionList();
    await loseResponse(page, paths.endOtherSessions);
    await endOthers().click();
    await endOthers().click();
    await shown(UNREACHABLE);
    expect(await openSessions(email)).toBe(1);
    await endOthers().click();
    await endOthers().click();
    await shown('Every other browser is logged out.');
    await expect.poll(() => page.locator('#sessions li').count()).toBe(1);
  });

  test('after too many changes waits', async () => {
    const { site } = journey;
    const email = await openSessionList();
    await end().click();
    await shown(ENDED);
    // As if sixty had been ended in the last seconds.
    await ageLimits(site.db, -594, 'session changes');
    await replaceSessions(site.db, email);
    await endOthers().click();
    await endOthers().click();
    await shown('Too many changes. Wait a few minutes, then try again.');
    expect(await openSessions(email)).toBe(3);
  });
});

test('a session list that did not load is loaded by a button', async () => {
  const { visitor, page } = journey;
  await openSessionList();
  await offlineOnce(page, `**${paths.listSessions}`);
  await page.reload();
  await shown('Your sessions could not be loaded.');
  await button(visitor, 'Try again').click();
  await end().waitFor();
});

test('a passkey is removed beside the new password once the server can be reached', async () => {
  const { site, visitor, page } = journey;
  const email = await newAccount(site);
  await insertPasskey(site, await addVirtualAuthenticator(await page.context().newPage()), email);
  await fillEmail(visitor, '/forgotPassword', email);
  await button(visitor, 'Send OTP').click();
  await firstBox().waitFor();
  await typeCode(visitor, await site.inbox.nextCode(email));
  await button(visitor, 'Verify').click();
  await waitForHeading(visitor, 'Set a new password');
  await button(visitor, 'Remove Laptop').click();
  await page.context().setOffline(true);
  await button(visitor, 'Remove').click();
  await shown(UNREACHABLE);
  await page.context().setOffline(false);
  await loseResponse(page, paths.removePasskey);
  await button(visitor, 'Remove').click();
  await shown(UNREACHABLE);
  await button(visitor, 'Remove').click();
  await shown('This passkey was removed before, perhaps in another tab.');
  await fillNewPassword(visitor, 'wide river at noon');
  await button(visitor, 'Change Password').click();
  await page.waitForURL('**/app/');
});
