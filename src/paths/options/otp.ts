import type { AnyMachineSnapshot } from 'xstate';
import { RESEND_PAUSE_MS } from '#contract/code.ts';
import { done, type EdgePathOptions, plain, START_TIME_MS } from '../path-options.ts';

/** As a phone's keyboard capitalizes it. It is sent in lower case. */
const email = 'Asha@Acme.example';
const resendAt = START_TIME_MS + RESEND_PAUSE_MS;
/** Entered while another code is being sent. Always invalid. */
export const HASTY_CODE = '987654';

const isSending = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches({ open: { delivery: 'sending' } });

/** Events and inputs by chart name. */
export const options = {
  otp: {
    inputs: [
      { email, isAutoSubmit: false },
      { email, isAutoSubmit: true },
      { email, isAutoSubmit: true, resendAt },
    ],
    events: [
      { type: 'code.changed', code: '12' },
      { type: 'code.changed', code: '012345' },
      { type: 'code.changed', code: HASTY_CODE },
      ...plain('code.submitted', 'code.requested', 'resend.requested'),
      ...plain('xstate.after.resendPause.otp.open.delivery.waiting'),
      done('sendCode', { ok: true, resendAt }),
      done('sendCode', { ok: true, isPaused: true, resendAt }),
      done('sendCode', { ok: false, isRefused: true, notice: 'emailRegistered', resendAt: 0 }),
      done('sendCode', { ok: false, isRefused: false, notice: 'codeNotSent', resendAt }),
      done('verifyCode', { ok: true }),
      done('verifyCode', { ok: false }),
      done('verifyCode', { ok: false, isRateLimited: true, retryAfterS: 40 }),
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
  },
  'code-mail': {
    inputs: [{ email: 'asha@acme.example' }],
    events: [
      { type: 'mail.trying' },
      { type: 'mail.postponed', retryAfterS: 15 },
      ...plain('mail.sent', 'mail.refused', 'mail.bounced', 'mail.unknown', 'mail.expired'),
    ],
    // What has been settled is not asked again.
    isPossible: (snapshot) => snapshot.matches('unknown') || snapshot.matches('waiting'),
  },
} satisfies Record<string, EdgePathOptions>;
