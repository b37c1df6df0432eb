import { otpMachine } from '#machines/otp.ts';
import { isCodeUnexpired } from '#web/api/calls/code.ts';
import * as calls from '#web/api/calls/login.ts';
import { createDraft } from '#web/platform/storage.ts';
import { fromCall } from './actor.ts';
import { withSession } from './session.ts';

/** The email address, and when another code may be requested (epoch ms). No code, no password. */
interface CodeDraft {
  email: string;
  resendAt?: number | undefined;
}

interface StoredCodeDraft extends CodeDraft {
  /** The email address of the navigation state. A different one starts a new draft. */
  carried: string;
}

// No schema library: yup would add a tenth to the script of the login page.
const parse = (stored: unknown): StoredCodeDraft | undefined => {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { email, carried, resendAt } = stored as Record<string, unknown>;
  if (typeof email !== 'string' || typeof carried !== 'string') return undefined;
  return Number.isFinite(resendAt)
    ? { email, carried, resendAt: Number(resendAt) }
    : { email, carried };
};

/**
 * The draft of a form that logs in by code, in `sessionStorage`.
 * @param key the storage key
 */
export const createCodeDraft = (key: string) => {
  const stored = createDraft({ key, storage: 'session', parse });
  let current: StoredCodeDraft = { email: '', carried: '' };
  return {
    /** The stored draft at `now` (epoch ms), or a new one for the email address `carried`. */
    open(carried: string, now: number): CodeDraft {
      const draft = stored.read();
      // Login and reset offer each other the address that was typed: its code stays known.
      const isKept = draft && (draft.carried === carried || draft.email === carried);
      current = isKept ? { ...draft, carried } : { email: carried, carried };
      const { email, resendAt } = current;
      return isCodeUnexpired(resendAt, now) ? { email, resendAt } : { email };
    },
    save(changes: Partial<CodeDraft>): void {
      current = { ...current, ...changes };
      const { email, carried, resendAt } = current;
      if (email === carried && resendAt === undefined) stored.clear();
      else stored.save(current);
    },
    clear: stored.clear,
  };
};

/** The otp chart for an existing account. A verified code logs in. */
export const createLoginOtp = (draft: ReturnType<typeof createCodeDraft>) =>
  otpMachine.provide({
    actors: {
      sendCode: fromCall(calls.sendLoginCode),
      verifyCode: fromCall(withSession(calls.verifyLoginCode)),
    },
    actions: { savePause: ({ context: { resendAt } }) => draft.save({ resendAt }) },
  });
