// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { otpMachine, type SendCodeResult, type VerifyCodeResult } from '#machines/otp.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import { reauthenticationContent as words } from '#web/content/reauthentication.ts';
import { Reauthentication } from '#web/forms/reauthentication.tsx';
import { find, findText, paste, show, waitFor } from './ui/render-component.tsx';

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
