import type { AnyMachineSnapshot } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { type EdgePathOptions, START_TIME_MS } from '#paths/path-options.ts';

/** As a phone's keyboard capitalizes it. It is sent in lower case. */
const email = 'Asha@Acme.example';
const resendAt = START_TIME_MS + RESEND_PAUSE_MS;
/** Entered while another code is being sent. Always invalid. */
export const HASTY_CODE = '987654';

const isSending = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ open: { delivery: 'sending' } });

/** Events and inputs of the chart. */
export const options: EdgePathOptions = {
  inputs: [
    { email, isAutoSubmit: false },
    { email, isAutoSubmit: true },
    { email, isAutoSubmit: true, resendAt },
  ],
  events: [
    { type: 'code.changed', code: '12' },
    { type: 'code.changed', code: '012345' },
    { type: 'code.changed', code: HASTY_CODE },
    { type: 'code.submitted' },
    { type: 'code.requested' },
    { type: 'resend.requested' },
    { type: 'xstate.after.resendPause.otp.open.delivery.waiting' },
    { type: 'xstate.done.actor.sendCode', output: { ok: true, resendAt } },
    { type: 'xstate.done.actor.sendCode', output: { ok: true, isPaused: true, resendAt } },
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
      output: { ok: false, isRateLimited: true, retryAfterS: 40 },
    },
    { type: 'xstate.error.actor.verifyCode' },
  ],
  // The code fields appear after the first request. Only a sign-up code can be refused.
  isPossible: (snapshot, { type, code, output }) => {
    const { context } = snapshot;
    if (code?.length === 6 && isSending(snapshot) !== (code === HASTY_CODE)) return false;
    if (type === 'code.requested') return !snapshot.hasTag('codeEntry');
    if (type.startsWith('code.')) return snapshot.hasTag('codeEntry');
    if (type === 'xstate.done.actor.verifyCode' && output.ok) return context.code !== HASTY_CODE;
    return context.isAutoSubmit || !output?.isRefused;
  },
};
