// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, fromPromise, setup } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import type { loginMachine } from '#machines/login.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import {
  type CreatePasskeyResult,
  passkeyRegistrationMachine,
  type RegistrationSupport,
} from '#machines/passkey-registration.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import { passkeyOfferContent as words } from '#web/content/passkey.ts';
import { PasskeyOffer } from '#web/forms/passkey-offer.tsx';
import { usePasskeyOffer } from '#web/pages/login/hooks.ts';
import { reportNoAnswer } from '#web/platform/browser-issues.ts';
import { click, enter, find, findText, paste, show, waitFor } from './ui/render-component.tsx';

const otp = otpMachine.provide({
  actors: {
    sendCode: fromPromise(
      async (): Promise<SendCodeResult> => ({ ok: true, resendAt: Date.now() + RESEND_PAUSE_MS }),
    ),
    verifyCode: fromPromise(async (): Promise<VerifyCodeResult> => ({ ok: true })),
  },
});

const INPUT = { isRequested: false, email: 'asha@acme.example' };

/** The chart of a browser. The creations get these answers in turn, and wait after the last one. */
const registrationOf = (hasPasskeys: boolean, answers: CreatePasskeyResult[] = []) =>
  passkeyRegistrationMachine.provide({
    actors: {
      findSupport: fromPromise(
        async (): Promise<RegistrationSupport> => ({
          hasPasskeys,
          hasPlatformAuthenticator: true,
          suggestedName: 'Chrome on Linux',
        }),
      ),
      createPasskey: fromPromise<CreatePasskeyResult, { email: string; name: string }>(
        async () => answers.shift() ?? new Promise(() => {}),
      ),
      reauthentication: reauthenticationMachine.provide({ actors: { otp } }),
    },
  });

const showOffer = async (...answers: CreatePasskeyResult[]) => {
  const registration = createActor(registrationOf(true, answers), { input: INPUT }).start();
  await expect.poll(() => registration.getSnapshot().matches('offered')).toBe(true);
  show(<PasskeyOffer registration={registration} />);
};

const create = () =>
  [...document.querySelectorAll('button')].find((button) =>
    button.textContent?.includes(words.create),
  );

it('the name cannot be changed while the passkey is created with it', async () => {
  await showOffer();
  const name = find<HTMLInputElement>('[name="passkey-name"]');
  expect(name.readOnly).toBe(false);
  click(findText('button', words.create));
  await waitFor(() => expect(create()?.getAttribute('aria-busy')).toBe('true'));
  expect(name.readOnly).toBe(true);
});

it('after the code the focus is on the button that creates the passkey', async () => {
  await showOffer({ ok: false, notice: 'forbidden' });
  click(findText('button', words.create));
  await waitFor(() => find('fieldset'));
  find('fieldset input').focus();
  paste(find('fieldset input'), '123456');
  await waitFor(() => find('[name="passkey-name"]'));
  await waitFor(() => expect(document.activeElement).toBe(create()));
});

/** What the login page shows of an offer after a login. */
const Offer = ({ actor }: { actor: ActorRefFrom<typeof loginMachine> }) => (
  <p>{usePasskeyOffer(actor) ? 'offer' : 'form'}</p>
);

it.each([
  ['the offer takes the place of the form', true, 'offered', 'offer'],
  ['where no passkey can be kept, the form stays until the app opens', false, 'skipped', 'form'],
] as const)('after a login %s', async (_, hasPasskeys, state, shown) => {
  const registration = registrationOf(hasPasskeys);
  const completion = setup({ actors: { registration } }).createMachine({
    invoke: { src: 'registration', id: 'registration', input: INPUT },
  });
  const login = setup({ actors: { completion } }).createMachine({
    invoke: { src: 'completion', id: 'completion' },
  });
  const actor = createActor(login).start();
  const offered = actor.getSnapshot().children['completion']?.getSnapshot().children.registration;
  // A part of the login's chart.
  show(<Offer actor={actor as never} />);
  expect(find('p').textContent).toBe('form');
  await waitFor(() => expect(offered?.getSnapshot().matches(state)).toBe(true));
  await act(async () => {});
  expect(find('p').textContent).toBe(shown);
});

it('a passkey without a name is not created, and the focus is led to the field', async () => {
  await showOffer();
  enter(find<HTMLInputElement>('[name="passkey-name"]'), ' ');
  const isLeft = vi.fn(({ defaultPrevented }: Event) => !defaultPrevented);
  addEventListener('submit', isLeft, { once: true });
  click(findText('button', words.create));
  expect(isLeft).toHaveReturnedWith(false);
  findText('[aria-live] *', words.unnamed);
  await waitFor(() => expect(document.activeElement).toBe(find('[aria-invalid="true"]')));
});

it('only a press creates a passkey, also when the server is back', async () => {
  await showOffer({ ok: false, notice: 'offline' });
  click(findText('button', words.create));
  await waitFor(() => expect(create()?.hasAttribute('aria-busy')).toBe(false));
  vi.useFakeTimers();
  const ask = vi.fn(async () => ask.mock.calls.length > 1);
  await act(async () => {
    void reportNoAnswer(ask);
    await vi.runAllTimersAsync();
  });
  vi.useRealTimers();
  expect(create()?.hasAttribute('aria-busy')).toBe(false);
});

it('who declines the offer can press nothing more until the app opens', async () => {
  await showOffer();
  click(findText('button', words.decline));
  expect(document.querySelectorAll('button:not(:disabled)')).toHaveLength(0);
});
