import type { ActorRefFrom } from 'xstate';
import { canonicalEmail } from '#contract/email.ts';
import { CODE_LIFETIME_MS } from '#contract/limits.ts';
import type { otpMachine } from '#machines/otp.ts';
import { emailOf } from './arrival.ts';
import { dropTabDraft, keepTabDraft, readTabDraft } from './tab-draft.ts';

/** The address of a login, and when the code that is on its way may be followed by another (epoch ms). */
export interface CodeDraft {
  email: string;
  resendAt?: number | undefined;
}

interface Flow {
  status: string;
  context: { email: string };
  children: { otp?: ActorRefFrom<typeof otpMachine> | undefined };
}

/**
 * What a tab keeps of a form that logs in: the address that is typed, and that a code is on its way;
 * never the code, never a password.
 * @param key of the tab's storage
 * @param arrival the navigation state that the page was reached with
 */
export const codeDraft = (key: string, arrival: unknown) => {
  const carried = emailOf(arrival);
  return {
    /** What a reload left at `now` (epoch ms); an address that came with a newer link goes before. */
    read: (now: number): CodeDraft => {
      const { email, carried: carriedBefore, resendAt } = readTabDraft(key);
      if (typeof email !== 'string' || carriedBefore !== carried) return { email: carried };
      const isCodeAlive = typeof resendAt === 'number' && resendAt + CODE_LIFETIME_MS > now;
      return isCodeAlive ? { email, resendAt } : { email };
    },
    /** Keeps a flow that goes on, forgets one that is over. One that was stopped says nothing new. */
    keep: ({ status, context: { email }, children }: Flow, isProving: boolean): void => {
      if (status === 'done') dropTabDraft(key);
      if (status !== 'active' || (isProving && !children.otp)) return;
      const otp = children.otp?.getSnapshot().context;
      const isSent = otp && otp.resendAt > 0 && otp.email === canonicalEmail(email);
      if (isSent) keepTabDraft(key, { email, carried, resendAt: otp.resendAt });
      else if (email !== carried) keepTabDraft(key, { email, carried });
      else dropTabDraft(key);
    },
  };
};
