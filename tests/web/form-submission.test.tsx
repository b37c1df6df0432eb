// @vitest-environment happy-dom
import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS } from '#contract/durations.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { account, email, fields } from '#paths/options/wizard-steps.ts';
import { emptyDraft } from '#web/flows/sign-up-draft.ts';
import Checkout from '#web/pages/checkout/checkout.tsx';
import Demo from '#web/pages/demo/demo.tsx';
import ForgotPassword from '#web/pages/forgot-password/forgot-password.tsx';
import Login from '#web/pages/login/login.tsx';
import ResetPassword from '#web/pages/reset-password/reset-password.tsx';
import { find, show } from './ui/render-component.tsx';

beforeEach(() => {
  localStorage.clear();
  // A new password needs an account.
  history.replaceState({ id: crypto.randomUUID() }, '');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => vi.unstubAllGlobals());

const step = (name: string) => {
  const ticketEndsAt = Date.now() + HOUR_MS;
  const draft = { ...emptyDraft(email), ...account, fields, ticketEndsAt, step: name };
  localStorage.setItem(storageKeys.signUpDraft, JSON.stringify(draft));
  return <Checkout />;
};

it.each<[string, () => ReactElement]>([
  ['the demo', () => <Demo />],
  ['the login', () => <Login />],
  ['a forgotten password', () => <ForgotPassword />],
  ['a new password', () => <ResetPassword />],
  ['the sign-up', () => <Checkout />],
  ['the company', () => step('company')],
  ['the person', () => step('about')],
  ['the profile', () => step('allSet')],
])('a press of Enter in the form of %s does not leave the page', async (_, page) => {
  show(page());
  const event = new Event('submit', { bubbles: true, cancelable: true });
  await act(async () => void find('form').dispatchEvent(event));
  expect(event.defaultPrevented).toBe(true);
});
