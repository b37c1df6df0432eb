import { expect } from 'vitest';
import { busyButton, button, idleButton } from '#tests/support/browser/forms/button.ts';
import { fillLogin } from '#tests/support/browser/forms/login-form.ts';
import { PASSWORD } from '#tests/support/browser/forms/sign-up-form.ts';
import { addVirtualAuthenticator } from '#tests/support/browser/passkeys/virtual-authenticator.ts';
import { ceremoniesOf, holdPageCeremonies } from '#tests/support/chart-paths/ceremonies.ts';
import { failChild } from '#tests/support/chart-paths/fail-child.ts';
import {
  allowChanges,
  endReauthentication,
  requireLogin,
  seesReauthentication,
} from '#tests/support/chart-paths/reauthentication.ts';
import type {
  ChartDrivers,
  DriverContext,
} from '#tests/support/chart-paths/traverse-in-browser.ts';
import { insertAccount } from '#tests/support/server/database/insert-account.ts';
import { loginNotices } from '#web/content/login.ts';
import { passkeyListContent } from '#web/content/passkey-list.ts';

const PLATFORM = 'isUserVerifyingPlatformAuthenticatorAvailable';
const CREATE = 'Create a passkey';
const OPTIONS = /^\/v2\/user\/passkey\/register\/options$/;

const isRequested = (input: unknown): boolean => (input as { isRequested: boolean }).isRequested;

// The labels of the offer and of the signed-in page.
const name = ({ page }: DriverContext) => page.getByLabel(/^Name of (this|the new) passkey$/);
const endButton = ({ page }: DriverContext) =>
  page.getByRole('button', { name: /^(Not now|Cancel)$/ });

/** The signed-in page without the form, with this text in its list. */
const endsInApp = async (context: DriverContext, text: string): Promise<void> => {
  await context.page.waitForURL('**/app/');
  await context.page.locator('#passkeys').getByText(text).first().waitFor();
  expect(await name(context).count()).toBe(0);
};

/** A visitor who has just logged in, or who asks for a passkey on the signed-in page. */
export const drivers: ChartDrivers = {
  intercepted: [OPTIONS],
  async start(context, input) {
    const { email, page, site, visitor } = context;
    const logIn = async () => {
      await fillLogin(visitor, email);
      await button(context, 'Log In').click();
    };
    await insertAccount(site.db, { email, password: PASSWORD });
    if (isRequested(input)) {
      await logIn();
      await page.waitForURL('**/app/');
    }
    await addVirtualAuthenticator(page);
    await holdPageCeremonies(context, [PLATFORM]);
    if (!isRequested(input)) return logIn();
    await page.goto('/app/');
    await button(context, passkeyListContent.add).click();
  },
  events: {
    'name.changed': (context, { name: typed }) => name(context).fill(typed),
    'creation.submitted': (context) => button(context, CREATE).click(),
    'creation.declined': (context) => endButton(context).click(),
    'xstate.done.actor.findSupport': (context, { output }) =>
      ceremoniesOf(context).answer(PLATFORM, output.hasPlatformAuthenticator),
    'xstate.error.actor.findSupport': (context) =>
      ceremoniesOf(context).answer(PLATFORM, undefined),
    async 'xstate.done.actor.createPasskey'(context, { output }) {
      const isForbidden = output.notice === 'forbidden';
      await (isForbidden ? requireLogin(context) : allowChanges(context));
      await context.requests.pass(OPTIONS);
      if (isForbidden) return;
      if (output.ok) return ceremoniesOf(context).pass('registration');
      await ceremoniesOf(context).fail('registration', 'NotAllowedError');
      await context.page.getByText(loginNotices.creationCancelled.text).first().waitFor();
    },
    async 'xstate.error.actor.createPasskey'(context) {
      await allowChanges(context);
      await context.requests.pass(OPTIONS);
      await ceremoniesOf(context).fail('registration', 'UnknownError');
      await context.page.getByText(loginNotices.unexpected.text).first().waitFor();
    },
    'xstate.done.actor.reauthentication': endReauthentication,
    'xstate.error.actor.reauthentication': failChild(),
  },
  states: {
    'passkeyRegistration.deciding': async (context) => {
      if (!context.page.url().endsWith('/app/')) await busyButton(context, 'Log In').waitFor();
      expect(await name(context).count()).toBe(0);
    },
    'passkeyRegistration.offered.neutral': async (context) => {
      await idleButton(context, CREATE).waitFor();
      await name(context).and(context.page.locator(':not([aria-invalid=true])')).waitFor();
    },
    'passkeyRegistration.offered.unnamed': ({ page }) =>
      page.getByText('Please enter a name').first().waitFor(),
    'passkeyRegistration.creating': (context) => busyButton(context, CREATE).waitFor(),
    'passkeyRegistration.reauthenticating': seesReauthentication,
    'passkeyRegistration.registered': (context) => endsInApp(context, 'not used yet'),
    'passkeyRegistration.declined': (context) => endsInApp(context, passkeyListContent.none),
    'passkeyRegistration.skipped': (context) => endsInApp(context, passkeyListContent.none),
  },
};
