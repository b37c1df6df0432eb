// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { endpoints } from '#contract/calls/endpoints.ts';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import * as storageKeys from '#contract/storage-keys.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { forgotPasswordContent as words } from '#web/content/forgot-password.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { loginCodeNotices } from '#web/content/notices.ts';
import { forgotPassword, forgotPasswordOptions } from '#web/flows/forgot-password.ts';
import ForgotPassword from '#web/pages/forgot-password/forgot-password.tsx';
import {
  click,
  enter,
  find,
  findText,
  paste,
  show,
  waitFor as waitForView,
} from './ui/render-component.tsx';

const uuid = '11111111-2222-3333-4444-555555555555';
const email = 'asha@acme.example';

const otp = otpMachine.provide({
  actors: {
    sendCode: fromPromise(
      async (): Promise<SendCodeResult> => ({ ok: true, resendAt: Date.now() + RESEND_PAUSE_MS }),
    ),
    verifyCode: fromPromise(
      async (): Promise<VerifyCodeResult> => ({
        ok: true,
        signedIn: { uuid, status: 'accepted', isAtsEnabled: false },
      }),
    ),
  },
});

beforeEach(() => {
  vi.stubGlobal('fetch', answer);
  sessionStorage.clear();
  history.replaceState(null, '', '/#/forgotPassword');
});
afterEach(() => vi.unstubAllGlobals());

test('a verified address opens the form of its new password in place of its own, and is forgotten', async () => {
  const entries = history.length;
  const machine = forgotPassword.provide({ actors: { otp } });
  const actor = createActor(machine, forgotPasswordOptions(null)).start();
  actor.send({ type: 'email.changed', email });
  expect(sessionStorage.getItem(storageKeys.forgotPasswordDraft)).toContain(email);
  actor.send({ type: 'code.requested' });
  const { children } = await waitFor(actor, (snapshot) => snapshot.children.otp !== undefined);
  await waitFor(children.otp as NonNullable<typeof children.otp>, (code) =>
    code.hasTag('codeEntry'),
  );
  children.otp?.send({ type: 'code.changed', code: '123456' });
  children.otp?.send({ type: 'code.submitted' });
  await waitFor(actor, ({ status }) => status === 'done');

  expect(location.hash).toBe('#/resetPassword');
  expect(history.state).toMatchObject({ id: uuid, email });
  expect(history.length).toBe(entries);
  expect(sessionStorage.getItem(storageKeys.forgotPasswordDraft)).toBeNull();
});

/** A server that sends a code, and never says whether it is right. */
const answer = async (address: string): Promise<Response> => {
  if (address.endsWith(endpoints.xsrf[1])) return Response.json({ token: 't' });
  if (address.endsWith(endpoints.login[1])) return new Promise(() => {});
  if (address === location.pathname) return new Response('', { status: 503 });
  return Response.json({ retryAfter: 30 });
};

test('the address stays what its code was mailed to while that is checked', async () => {
  show(<ForgotPassword />);
  const field = find<HTMLInputElement>('[name="email"]');
  enter(field, email);
  click(findText('button', loginCodeContent.send));
  await waitForView(() => find('fieldset'));
  expect(field.readOnly).toBe(false);
  paste(find('fieldset input'), '123456');
  findText('p', loginCodeContent.noMail);
  const verify = findText('button', words.verify);
  click(verify);
  expect(field.readOnly).toBe(true);
  expect(verify.getAttribute('aria-busy')).toBe('true');
});

test('a code that could not be asked for can be asked for again', async () => {
  vi.stubGlobal('fetch', async (address: string) =>
    address.endsWith(endpoints.xsrf[1])
      ? Response.json({ token: 't' })
      : new Response('', { status: 500 }),
  );
  show(<ForgotPassword />);
  enter(find<HTMLInputElement>('[name="email"]'), 'unsent@acme.example');
  const send = findText('button', loginCodeContent.send) as HTMLButtonElement;
  click(send);
  await waitForView(() => find('[role="alertdialog"]'));
  findText('[role="alertdialog"] *', loginCodeNotices.codeNotSent.detail ?? '');
  expect(send.disabled).toBe(false);
  vi.stubGlobal('fetch', answer);
  click(send);
  await waitForView(() => find('fieldset'));
});

test('once the pause is over, a code can be sent again', async () => {
  const draft = { email, carried: '', resendAt: Date.now() };
  sessionStorage.setItem(storageKeys.forgotPasswordDraft, JSON.stringify(draft));
  show(<ForgotPassword />);
  await waitForView(() => findText('button', words.resend));
});

test('the address goes along to the login', () => {
  show(<ForgotPassword />);
  enter(find<HTMLInputElement>('[name="email"]'), email);
  click(findText('main a', words.back[1]));
  expect(location.pathname).toBe('/login');
  expect(history.state).toEqual({ email });
});
