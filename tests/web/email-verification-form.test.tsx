// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { HOUR_MS } from '#contract/durations.ts';
import { emailVerificationMachine } from '#machines/email-verification.ts';
import { signUpContent } from '#web/content/sign-up.ts';
import { EmailVerificationForm } from '#web/pages/checkout/email-verification-form.tsx';
import { findText, show, waitFor } from './ui/render-component.tsx';

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
