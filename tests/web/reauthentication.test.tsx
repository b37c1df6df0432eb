// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import { loginCodeContent } from '#web/content/login-code.ts';
import { reauthenticationContent as words } from '#web/content/reauthentication.ts';
import { Reauthentication } from '#web/forms/reauthentication.tsx';
import { click, find, findText, paste, show, waitFor } from './ui/render-component.tsx';

const sendCode = fromPromise<SendCodeResult, { email: string }>(() => new Promise(() => {}));
const otp = otpMachine.provide({ actors: { sendCode } });
const machine = reauthenticationMachine.provide({ actors: { otp } });

it('the code in place of a change takes the focus of the button that was pressed, at once', () => {
  const actor = createActor(machine, { input: { email: 'asha@acme.example' } });
  show(<Reauthentication actor={actor.start()} />);
  expect(document.activeElement?.textContent).toBe(words.heading);
});

it('a login that is under way cannot be cancelled, because it uses the code up', async () => {
  const resendAt = Date.now() + RESEND_PAUSE_MS;
  const waiting = otp.provide({
    actors: {
      sendCode: fromPromise(async (): Promise<SendCodeResult> => ({ ok: true, resendAt })),
      verifyCode: fromPromise<VerifyCodeResult, { email: string; code: string }>(
        () => new Promise(() => {}),
      ),
    },
  });
  const actor = createActor(machine.provide({ actors: { otp: waiting } }), {
    input: { email: 'asha@acme.example' },
  });
  show(<Reauthentication actor={actor.start()} />);
  await waitFor(() => find('fieldset'));
  const cancel = findText('button', words.cancel) as HTMLButtonElement;
  expect(cancel.disabled).toBe(false);
  paste(find('fieldset input'), '123456');
  expect(cancel.disabled).toBe(true);
});

it('a code that could not be sent can be asked for again, in a group that says what for', async () => {
  const failing = vi.fn(async (): Promise<SendCodeResult> => Promise.reject(new Error('offline')));
  const unsent = otp.provide({ actors: { sendCode: fromPromise(failing) } });
  const actor = createActor(machine.provide({ actors: { otp: unsent } }), {
    input: { email: 'asha@acme.example' },
  });
  show(<Reauthentication actor={actor.start()} />);
  const group = find('[role="group"]');
  const name = document.getElementById(group.getAttribute('aria-labelledby') ?? '');
  expect(name?.textContent).toBe(words.heading);
  const [again, cancel] = document.querySelectorAll('button');
  expect(again?.getAttribute('aria-busy')).toBe('true');
  await waitFor(() => findText('button', loginCodeContent.send));
  click(again as HTMLButtonElement);
  expect(failing).toHaveBeenCalledTimes(2);
  click(cancel as HTMLButtonElement);
  expect(actor.getSnapshot().status).toBe('done');
});
