import type { AnyMachineSnapshot } from 'xstate';
import type { EdgePathOptions } from '#tests/support/edge-paths.ts';
import { READ_AT_MS } from '#tests/support/read-at.ts';

const email = 'asha@acme.example';
const resendAt = READ_AT_MS + 30_000;
/** Typed while another code is being sent, which it can't be. */
export const HASTY_CODE = '987654';

const isSending = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ open: { delivery: 'sending' } });

/** What can happen to this chart, and where it can start. */
export const options: EdgePathOptions = {
  inputs: [
    { email, isAutomatic: false },
    { email, isAutomatic: true },
    { email, isAutomatic: true, resendAt },
  ],
  events: [
    { type: 'code.changed', code: '12' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.changed', code: HASTY_CODE },
    { type: 'code.submitted' },
    { type: 'resend.requested' },
    { type: 'xstate.after.resendPause.otp.open.delivery.cooling' },
    { type: 'xstate.done.actor.sendCode', output: { ok: true, resendAt } },
    {
      type: 'xstate.done.actor.sendCode',
      output: { ok: false, isRefused: true, notice: 'emailRegistered', resendAt: 0 },
    },
    {
      type: 'xstate.done.actor.sendCode',
      output: { ok: false, isRefused: false, notice: 'codeNotSent', resendAt },
    },
    { type: 'xstate.error.actor.sendCode' },
    { type: 'xstate.done.actor.verifyCode', output: { ok: true } },
    { type: 'xstate.done.actor.verifyCode', output: { ok: false } },
    {
      type: 'xstate.done.actor.verifyCode',
      output: { ok: false, isClosed: true, retryAfterS: 40 },
    },
    { type: 'xstate.error.actor.verifyCode' },
  ],
  // The boxes are shown once a first code is on its way; a code to log in is refused to nobody.
  isPossible: (snapshot, { type, code, output }) => {
    const { context } = snapshot;
    if (code?.length === 6 && isSending(snapshot) !== (code === HASTY_CODE)) return false;
    if (type.startsWith('code.')) return context.resendAt > 0;
    if (type === 'xstate.done.actor.verifyCode' && output.ok) return context.code !== HASTY_CODE;
    return context.isAutomatic || !output?.isRefused;
  },
};
