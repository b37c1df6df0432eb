// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { HOUR_MS } from '#contract/durations.ts';
import { emailVerificationMachine } from '#machines/email-verification.ts';
import { otpMachine, type SendCodeResult } from '#machines/otp.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { EmailVerificationForm } from '#web/pages/checkout/email-verification-form.tsx';
import { click, findText, show, waitFor } from './ui/render-component.tsx';

// Read when the modules are loaded.
vi.hoisted(() => vi.stubEnv('VITE_RAZORPAY_KEY', 'rzp_test_key'));

const never = fromPromise<never>(() => new Promise(() => {}));
const machine = emailVerificationMachine.provide({
  actors: { otp: never, codeMail: never } as never,
});

const showForm = (ticketEndsAt?: number) => {
  const actor = createActor(machine, {
    input: { email: 'asha@acme.example', hasAcceptedTerms: false, ticketEndsAt },
  });
  show(<EmailVerificationForm verification={actor.start()} />);
};

it('who comes back with a verified address is not led past it', () => {
  showForm(Date.now() + HOUR_MS);
  findText('p', signUpContent.code.verified);
  expect(document.activeElement?.getAttribute('name')).not.toBe('terms');
});

it('who has verified an address learns that only the consent is missing, and is led to it', () => {
  const { emailVerification: words, missing } = signUpContent;
  showForm(Date.now() + HOUR_MS);
  const start = findText('button', words.start);
  expect([start.hasAttribute('disabled'), start.getAttribute('aria-disabled')]).toEqual([
    false,
    'true',
  ]);
  expect(document.getElementById(start.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    `${missing} ${words.consent}`,
  );
  click(start);
  const terms = document.activeElement as HTMLInputElement;
  expect(terms.name).toBe('terms');
  click(terms);
  expect([start.hasAttribute('aria-disabled'), start.hasAttribute('aria-describedby')]).toEqual([
    false,
    false,
  ]);
});

it('before that the button is disabled, and nothing is said to be missing', () => {
  showForm();
  const start = findText('button', signUpContent.emailVerification.start);
  expect(start.hasAttribute('disabled')).toBe(true);
  expect(document.body.textContent).not.toContain(signUpContent.missing);
});

it('who changes to a paid plan gets the script of its payment', async () => {
  const append = vi.spyOn(document.head, 'append').mockImplementation(() => {});
  const choose = (plan: string) => act(() => history.replaceState(null, '', `/?plan=${plan}`));
  choose('quick-start');
  showForm();
  await act(() => vi.dynamicImportSettled());
  expect(append).not.toHaveBeenCalled();
  choose('pro');
  await waitFor(() => expect(append).toHaveBeenCalledOnce());
});

it.each([
  [signUpContent.emailVerification.registered.logIn, undefined],
  [signUpContent.emailVerification.registered.byCode, true],
])('who has an account is led to the login with the address: %s', async (words, isByCode) => {
  const sendCode = fromPromise<SendCodeResult, { email: string }>(async () => ({
    ok: false,
    notice: 'emailRegistered',
    isRefused: true,
    resendAt: 0,
  }));
  const registered = machine.provide({
    actors: { otp: otpMachine.provide({ actors: { sendCode } }) },
  });
  const email = 'asha@acme.example';
  const actor = createActor(registered, { input: { email, hasAcceptedTerms: false } });
  show(<EmailVerificationForm verification={actor.start()} />);
  click(findText('button', signUpContent.emailVerification.send));
  await waitFor(() => findText('a', words));
  click(findText('a', words));
  expect(location.pathname).toBe('/login');
  expect(history.state).toEqual(isByCode ? { email, isByCode } : { email });
});
