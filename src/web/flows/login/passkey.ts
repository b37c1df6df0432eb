import { fromPromise } from 'xstate';
import {
  type ChoosePasskeyResult,
  type PasskeyNotice,
  type PasskeySupport,
  passkeyMachine,
} from '#machines/passkey.ts';
import * as calls from '#web/api/calls/passkey.ts';
import { hasPasskeyAutofill, hasPasskeys } from '#web/platform/passkey-support.ts';
import { fromCall } from '../from-call.ts';
import { withSession } from '../session/session.ts';

const notices = {
  cancelled: 'passkeyCancelled',
  // A state that only a registration can find.
  exists: 'unexpected',
  notAllowed: 'passkeyNotAllowed',
} as const satisfies Record<string, PasskeyNotice>;

const findSupport = async (): Promise<PasskeySupport> => ({
  hasPasskeys: hasPasskeys(),
  hasAutofill: await hasPasskeyAutofill(),
});

const choosePasskey = async (
  isAutofill: boolean,
  signal: AbortSignal,
): Promise<ChoosePasskeyResult> => {
  const options = await calls.fetchLoginOptions();
  if (!options.ok) return options;
  const { runLogin } = await import('#web/platform/passkey-ceremony.ts');
  const chosen = await runLogin({ options: options.value, isAutofill, signal });
  return chosen.ok ? chosen : { ok: false, notice: notices[chosen.reason] };
};

/** The passkey chart of the login page with its actors. */
export const passkey = passkeyMachine.provide({
  actors: {
    findSupport: fromPromise(findSupport),
    choosePasskey: fromPromise(({ input, signal }) => choosePasskey(input.isAutofill, signal)),
    logInByPasskey: fromCall(withSession(calls.logInByPasskey)),
  },
});
