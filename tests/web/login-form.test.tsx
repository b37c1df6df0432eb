// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import { loginMachine } from '#machines/login.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import {
  type ChoosePasskeyResult,
  type PasskeyCredential,
  type PasskeySupport,
  passkeyMachine,
} from '#machines/passkey.ts';
import type { LoginResult } from '#machines/rules/session.ts';
import { browserLinkContent } from '#web/content/browser-link.ts';
import { loginContent } from '#web/content/login.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { LoginForm } from '#web/pages/login/login-form.tsx';
import { click, enter, find, findText, paste, show, waitFor } from './ui/render-component.tsx';

afterEach(() => vi.unstubAllGlobals());

const findSupport = fromPromise<PasskeySupport, void>(() => new Promise(() => {}));
const passkey = passkeyMachine.provide({ actors: { findSupport } });
const machine = loginMachine.provide({ actors: { notifier: fromCallback(() => {}) } });

const never = fromPromise<never>(() => new Promise(() => {})) as never;

const showForm = (otp = otpMachine, passkeyLogic = passkey, logIn = never) => {
  const actor = createActor(machine.provide({ actors: { otp, passkey: passkeyLogic, logIn } }), {
    input: { email: 'asha@acme.example', isSignedIn: false },
  });
  show(<LoginForm actor={actor.start()} isSessionEnded={false} />);
};

/** The chart of a browser with passkeys or without. */
const passkeysOf = (hasPasskeys: boolean) =>
  passkeyMachine.provide({
    actors: {
      findSupport: fromPromise<PasskeySupport, void>(async () => ({
        hasPasskeys,
        hasAutofill: false,
      })),
    },
  });

/** Fills in the form of the password, and sends it. */
const submitPassword = () => {
  click(find('[name="consent"]'));
  enter(find<HTMLInputElement>('[name="password"]'), 'four words that nobody guesses');
  find('[type="submit"]').focus();
  click(find('[type="submit"]'));
};
const buttonTexts = () =>
  [...document.querySelectorAll('button')].map(({ textContent }) => textContent);

it('what Log In waits for is read with the checkbox, until it is ticked', () => {
  showForm();
  const box = find<HTMLInputElement>('[name="consent"]');
  const hint = () => document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint()?.textContent).toBe(loginContent.login.consentHint);
  click(box);
  expect(hint()).toBeNull();
});

it('that a chosen passkey waits for the checkbox is read with it', async () => {
  showForm(
    otpMachine,
    passkeyMachine.provide({
      actors: {
        findSupport: fromPromise<PasskeySupport, void>(async () => ({
          hasPasskeys: true,
          hasAutofill: true,
        })),
        choosePasskey: fromPromise<ChoosePasskeyResult, { isAutofill: boolean }>(async () => ({
          ok: true,
          credential: {} as PasskeyCredential,
        })),
      },
    }),
  );
  await act(async () => {});
  const box = find('[name="consent"]');
  const hint = document.getElementById(box.getAttribute('aria-describedby') ?? '');
  expect(hint?.textContent).toBe(loginContent.login.passkeyChosen);
  expect(document.body.textContent).not.toContain(loginContent.login.consentHint);
});

it('the address goes along to the form for a forgotten password', () => {
  showForm();
  click(findText('a', loginContent.login.forgot));
  expect(location.pathname).toBe('/forgotPassword');
  expect(history.state).toEqual({ email: 'asha@acme.example' });
});

it('who is new here is led to a demo', () => {
  showForm();
  expect(findText('a', loginContent.login.contact[1]).getAttribute('href')).toBe('/demo');
});

it('a code without an address is refused beside the field, which gets the focus', async () => {
  showForm();
  enter(find<HTMLInputElement>('[name="email"]'), ' ');
  click(findText('button', loginContent.login.byCode));
  findText('[aria-live] *', loginContent.login.emailMissing);
  await waitFor(() => expect(document.activeElement).toBe(find('[name="email"]')));
});

it('who has tried too many passwords is told', async () => {
  const logIn = fromPromise<LoginResult>(async () => ({ ok: false, isRateLimited: true }));
  showForm(otpMachine, passkey, logIn as never);
  expect(document.body.textContent).not.toContain(loginContent.login.rateLimited);
  submitPassword();
  await waitFor(() => findText('[aria-live] *', loginContent.login.rateLimited));
  // It makes the browser known, whose attempts count for themselves.
  await waitFor(() => findText('button', browserLinkContent.send));
});

it('who has tried too many codes is offered a link that makes the browser known', async () => {
  const sendCode = async (): Promise<SendCodeResult> => ({
    ok: true,
    resendAt: Date.now() + RESEND_PAUSE_MS,
  });
  const verifyCode = async (): Promise<VerifyCodeResult> => ({
    ok: false,
    isRateLimited: true,
    retryAfterS: 60,
  });
  showForm(
    otpMachine.provide({
      actors: { sendCode: fromPromise(sendCode), verifyCode: fromPromise(verifyCode) },
    }),
  );
  click(findText('button', loginContent.login.byCode));
  await waitFor(() => find('fieldset'));
  click(find('[name="consent"]'));
  paste(find('fieldset input'), '123456');
  expect(buttonTexts()).not.toContain(browserLinkContent.send);
  click(findText('button', loginContent.login.verify));
  await waitFor(() => findText('button', browserLinkContent.send));
});

it('the pressed button keeps the focus while the browser asks for a passkey, and says so', async () => {
  const choosePasskey = never;
  showForm(otpMachine, passkeysOf(true).provide({ actors: { choosePasskey } }));
  await waitFor(() => findText('button', loginContent.login.byPasskey));
  const button = findText('button', loginContent.login.byPasskey);
  expect(button.hasAttribute('disabled')).toBe(true);
  click(find('[name="consent"]'));
  button.focus();
  click(button);
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  expect(button.hasAttribute('disabled')).toBe(false);
  expect(document.activeElement).toBe(button);
});

it('while the password is sent, its button keeps the focus, and nothing else can be begun', async () => {
  showForm(otpMachine, passkeysOf(true));
  await waitFor(() => findText('button', loginContent.login.byPasskey));
  submitPassword();
  const button = document.activeElement;
  expect([button?.getAttribute('aria-busy'), button?.hasAttribute('disabled')]).toEqual([
    'true',
    false,
  ]);
  expect(find<HTMLInputElement>('[name="consent"]').disabled).toBe(true);
  expect(findText('button', loginContent.login.byPasskey).hasAttribute('disabled')).toBe(true);
});

it('a browser without passkeys has no button for them', async () => {
  showForm(otpMachine, passkeysOf(false));
  await act(async () => {});
  expect(buttonTexts()).not.toContain(loginContent.login.byPasskey);
  expect(buttonTexts()).toContain(loginContent.login.byCode);
});

it('the change to the code and back leaves the focus at what comes next', () => {
  showForm(otpMachine.provide({ actors: { sendCode: never } }));
  findText('button', loginContent.login.byCode).focus();
  click(findText('button', loginContent.login.byCode));
  expect(document.activeElement?.closest('button')?.textContent).toContain(loginCodeContent.send);
  click(findText('button', loginContent.login.byPassword));
  find('[name="password"]');
});

it('while a code is checked, its address stays, and no other way is begun', async () => {
  const sendCode = vi.fn(
    async (): Promise<SendCodeResult> => ({ ok: true, resendAt: Date.now() + RESEND_PAUSE_MS }),
  );
  showForm(otpMachine.provide({ actors: { sendCode: fromPromise(sendCode), verifyCode: never } }));
  click(findText('button', loginContent.login.byCode));
  await waitFor(() => find('fieldset'));
  paste(find('fieldset input'), '123456');
  act(() => find<HTMLFormElement>('form').requestSubmit());
  // Without consent nothing is checked, in whatever way the form is sent.
  expect(find<HTMLInputElement>('[name="email"]').readOnly).toBe(false);
  click(find('[name="consent"]'));
  click(findText('button', loginContent.login.verify));
  expect(sendCode).toHaveBeenCalledOnce();
  expect(find<HTMLInputElement>('[name="email"]').readOnly).toBe(true);
  expect(find<HTMLInputElement>('[name="consent"]').disabled).toBe(true);
  expect(findText('button', loginContent.login.byPassword).hasAttribute('disabled')).toBe(true);
});

const answerWith = (ok: boolean) => {
  const resendAt = Date.now() + RESEND_PAUSE_MS;
  return otpMachine.provide({
    actors: {
      sendCode: fromPromise(
        async (): Promise<SendCodeResult> =>
          ok ? { ok, resendAt } : { ok, resendAt, notice: 'codeNotSent', isRefused: false },
      ),
    },
  });
};

it.each([
  ['who was sent no code is offered', false, 1],
  ['who was sent a code is not offered', true, 0],
] as const)('%s a link that makes the browser known', async (_, isSent, offers) => {
  showForm(answerWith(isSent));
  await act(async () => {
    findText('button', loginContent.login.byCode).click();
    await vi.dynamicImportSettled();
  });
  expect(document.querySelectorAll('[aria-label="Digit 1 of 6"]')).toHaveLength(1);
  const links = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === browserLinkContent.send,
  );
  expect(links).toHaveLength(offers);
});

it('a mailed link that is opened in the tab of the login is used there', async () => {
  const tokens: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address.endsWith(endpoints.knowBrowser[1])) tokens.push(JSON.parse(String(body)));
    return Response.json({ token: 't', message: 'known' });
  });
  showForm();
  act(() => history.pushState(null, '', `/login?${BROWSER_LINK_PARAMETER}=secret`));
  await waitFor(() => findText('[aria-live] *', browserLinkContent.recognized));
  expect(tokens).toEqual([{ token: 'secret' }]);
  act(() => history.pushState(null, '', `/login?${BROWSER_LINK_PARAMETER}=second`));
  await waitFor(() => expect(tokens).toEqual([{ token: 'secret' }, { token: 'second' }]));
  await waitFor(() => findText('[aria-live] *', browserLinkContent.recognized));
});

it('a passkey that was chosen after the consent was withdrawn logs in only once that is given again', async () => {
  let choose = (_: ChoosePasskeyResult) => {};
  const choosePasskey = fromPromise<ChoosePasskeyResult, { isAutofill: boolean }>(
    () => new Promise((resolve) => (choose = resolve)),
  );
  const logInByPasskey = vi.fn(() => new Promise<never>(() => {}));
  showForm(
    otpMachine,
    passkeysOf(true).provide({
      actors: { choosePasskey, logInByPasskey: fromPromise(logInByPasskey) as never },
    }),
  );
  await waitFor(() => findText('button', loginContent.login.byPasskey));
  click(find('[name="consent"]'));
  click(findText('button', loginContent.login.byPasskey));
  click(find('[name="consent"]'));
  await act(async () => choose({ ok: true, credential: {} as PasskeyCredential }));
  expect(logInByPasskey).not.toHaveBeenCalled();
  findText('[aria-live] *', loginContent.login.passkeyChosen);
  click(find('[name="consent"]'));
  expect(logInByPasskey).toHaveBeenCalledOnce();
});
