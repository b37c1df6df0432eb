// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { BROWSER_LINK_PARAMETER } from '#contract/session.ts';
import { loginMachine } from '#machines/login.ts';
import { otpMachine, type SendCodeResult } from '#machines/otp.ts';
import {
  type ChoosePasskeyResult,
  type PasskeyCredential,
  type PasskeySupport,
  passkeyMachine,
} from '#machines/passkey.ts';
import { browserLinkContent } from '#web/content/browser-link.ts';
import { loginContent } from '#web/content/login.ts';
import { LoginForm } from '#web/pages/login/login-form.tsx';
import { click, find, findText, show, waitFor } from './ui/render-component.tsx';

afterEach(() => vi.unstubAllGlobals());

const findSupport = fromPromise<PasskeySupport, void>(() => new Promise(() => {}));
const passkey = passkeyMachine.provide({ actors: { findSupport } });
const machine = loginMachine.provide({ actors: { notifier: fromCallback(() => {}) } });

const showForm = (otp = otpMachine, passkeyLogic = passkey) => {
  const actor = createActor(machine.provide({ actors: { otp, passkey: passkeyLogic } }), {
    input: { email: 'asha@acme.example', isSignedIn: false },
  });
  show(<LoginForm actor={actor.start()} isSessionEnded={false} />);
};

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
});

it('the address goes along to the form for a forgotten password', () => {
  showForm();
  click(findText('a', loginContent.login.forgot));
  expect(location.pathname).toBe('/forgotPassword');
  expect(history.state).toEqual({ email: 'asha@acme.example' });
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
});
