// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate';
import { HOUR_MS } from '#contract/durations.ts';
import { contactPrompt } from '#contract/email.ts';
import { codeMailMachine } from '#machines/code-mail.ts';
import { emailVerificationMachine } from '#machines/email-verification.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { waitInWords } from '#web/content/code.ts';
import { chosenPlanContent, signUpContent } from '#web/content/sign-up.ts';
import { signUpNotices } from '#web/content/sign-up-notices.ts';
import { EmailVerificationForm } from '#web/pages/checkout/email-verification-form.tsx';
import { click, enter, find, findText, paste, show, waitFor } from './ui/render-component.tsx';

// Read when the modules are loaded.
vi.hoisted(() => vi.stubEnv('VITE_RAZORPAY_KEY', 'rzp_test_key'));

const never = fromPromise<never>(() => new Promise(() => {}));
const machine = emailVerificationMachine.provide({
  actors: { otp: never, codeMail: never } as never,
});

const withOtp = emailVerificationMachine.provide({
  actors: {
    otp: otpMachine,
    codeMail: codeMailMachine.provide({ actors: { watchMail: fromCallback(() => {}) } }),
  },
});

const EMAIL = 'asha@acme.example';

const showForm = (ticketEndsAt?: number, input = {}, logic = machine) => {
  const actor = createActor(logic, {
    input: { email: EMAIL, hasAcceptedTerms: false, ticketEndsAt, ...input },
  }).start();
  show(<EmailVerificationForm verification={actor} />);
  return actor;
};

it('who comes back with a verified address is not led past it', () => {
  showForm(Date.now() + HOUR_MS);
  findText('p', signUpContent.code.verified);
  expect(document.activeElement?.getAttribute('name')).not.toBe('terms');
});

it('who has verified an address learns that only the consent is missing, and is led to it', () => {
  const { emailVerification: words, missing } = signUpContent;
  const actor = showForm(Date.now() + HOUR_MS);
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
  click(terms);
  expect(start.getAttribute('aria-disabled')).toBe('true');
  click(terms);
  click(start);
  expect(actor.getSnapshot().status).toBe('done');
});

it('the digits of a right code stay, cannot be changed, and lead to the terms', async () => {
  const ticketEndsAt = Date.now() + HOUR_MS;
  const verifyCode = fromPromise<VerifyCodeResult, { email: string; code: string }>(async () => ({
    ok: true,
    ticketEndsAt,
  }));
  const otp = otpMachine.provide({ actors: { verifyCode } });
  showForm(undefined, { resendAt: ticketEndsAt }, withOtp.provide({ actors: { otp } }));
  paste(find('fieldset input'), '123456');
  await waitFor(() => findText('p', signUpContent.code.verified));
  const boxes = [...document.querySelectorAll<HTMLInputElement>('fieldset input')];
  expect(boxes.map(({ value }) => value).join('')).toBe('123456');
  expect(boxes.filter(({ readOnly }) => !readOnly)).toEqual([]);
  expect(document.activeElement?.getAttribute('name')).toBe('terms');
});

it('who has agreed to the terms learns that the address is not verified, and is led to it', () => {
  const { emailVerification: words, missing } = signUpContent;
  const actor = showForm(undefined, { hasAcceptedTerms: true });
  const start = findText('button', words.start);
  expect([start.hasAttribute('disabled'), start.getAttribute('aria-disabled')]).toEqual([
    false,
    'true',
  ]);
  findText('p', `${missing} ${words.verification}`);
  click(start);
  expect(document.activeElement?.getAttribute('name')).toBe('email');
  // Nothing was sent.
  expect(actor.getSnapshot().matches({ open: { address: 'editing' } })).toBe(true);
});

it('who has asked for a code is led to its first digit', () => {
  showForm(undefined, { hasAcceptedTerms: true, resendAt: Date.now() + HOUR_MS }, withOtp);
  find<HTMLInputElement>('[name="email"]').focus();
  click(findText('button', signUpContent.emailVerification.start));
  expect(document.activeElement?.getAttribute('autocomplete')).toBe('one-time-code');
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
  expect(document.body.textContent).not.toContain(chosenPlanContent.begins('Quick Start'));
  choose('pro');
  await waitFor(() => expect(append).toHaveBeenCalledOnce());
  expect(document.body.textContent).toContain(chosenPlanContent.begins('Pro'));
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
  const email = EMAIL;
  showForm(undefined, {}, registered);
  click(findText('button', signUpContent.emailVerification.send));
  await waitFor(() => findText('a', words));
  findText('[aria-live] *', signUpNotices.emailRegistered.text);
  expect(find<HTMLInputElement>('[name="email"]').value).toBe('');
  click(findText('a', words));
  expect(location.pathname).toBe('/login');
  expect(history.state).toEqual(isByCode ? { email, isByCode } : { email });
});

const { mail: hints } = signUpContent.code;

it.each<[string, EventObject[], boolean]>([
  [hints.sent, [{ type: 'mail.sent' }], false],
  [hints.trying, [{ type: 'mail.trying' }], false],
  [
    hints.postponed(waitInWords(300)),
    [Object.assign({ type: 'mail.postponed' }, { retryAfterS: 300 })],
    false,
  ],
  [hints.refused, [{ type: 'mail.refused' }], true],
  [hints.bounced, [{ type: 'mail.bounced' }], true],
  [hints.undelivered, [{ type: 'mail.trying' }, { type: 'mail.expired' }], true],
])('who waits for the code reads: %s', (words, events, offersTalk) => {
  const watchMail = fromCallback<EventObject, { email: string }>(({ sendBack }) => {
    for (const event of events) sendBack(event);
  });
  const codeMail = codeMailMachine.provide({ actors: { watchMail } });
  const logic = machine.provide({ actors: { codeMail, otp: otpMachine } });
  showForm(undefined, { resendAt: Date.now() + HOUR_MS }, logic);
  findText('[aria-live] *', words);
  expect(document.querySelectorAll('form a[href^="tel:"]')).toHaveLength(Number(offersTalk));
});

it('who verifies an address of a company that has an account is told, also without the code', () => {
  showForm(Date.now() + HOUR_MS, { existingCompany: 'Acme' });
  findText('[aria-live] *', signUpContent.emailVerification.exists('Acme'));
});

it('a code without an address is refused beside the field, which gets the focus', async () => {
  showForm(undefined, { email: '' }, machine.provide({ actions: { notify: () => {} } }));
  click(findText('button', signUpContent.emailVerification.send));
  findText('[aria-live] *', signUpContent.emailVerification.emailMissing);
  await waitFor(() => expect(document.activeElement).toBe(find('[name="email"]')));
});

it('who has a free address only is offered somebody to talk to, but not before it is typed', () => {
  showForm();
  const offers = ['asha@gm', 'asha@gmail.com', EMAIL].map((email) => {
    enter(find<HTMLInputElement>('[name="email"]'), email);
    return document.body.textContent.includes(contactPrompt.noWorkEmail);
  });
  expect(offers).toEqual([false, true, false]);
});

it('a code that could not be asked for can be asked for again', async () => {
  const sendCode = fromPromise<SendCodeResult, { email: string }>(() =>
    Promise.reject(new Error('no answer')),
  );
  const otp = otpMachine.provide({ actors: { sendCode }, actions: { notify: () => {} } });
  showForm(undefined, {}, machine.provide({ actors: { otp } }));
  const send = findText('button', signUpContent.emailVerification.send);
  click(send);
  await waitFor(() => expect(send.hasAttribute('aria-busy')).toBe(false));
  expect(send.hasAttribute('disabled')).toBe(false);
});
