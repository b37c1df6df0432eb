// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { otpMachine, type SendCodeResult } from '#machines/otp.ts';
import { reauthenticationMachine } from '#machines/reauthentication.ts';
import { reauthenticationContent as words } from '#web/content/reauthentication.ts';
import { Reauthentication } from '#web/forms/reauthentication.tsx';
import { show } from './ui/render-component.tsx';

const sendCode = fromPromise<SendCodeResult, { email: string }>(() => new Promise(() => {}));
const otp = otpMachine.provide({ actors: { sendCode } });
const machine = reauthenticationMachine.provide({ actors: { otp } });

it('the code in place of a change takes the focus of the button that was pressed, at once', () => {
  const actor = createActor(machine, { input: { email: 'asha@acme.example' } });
  show(<Reauthentication actor={actor.start()} />);
  expect(document.activeElement?.textContent).toBe(words.heading);
});
