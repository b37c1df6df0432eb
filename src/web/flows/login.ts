import { fromPromise, sendParent } from 'xstate';
import * as storageKeys from '#contract/storage-keys.ts';
import { loginMachine } from '#machines/login.ts';
import { loginCompletionMachine } from '#machines/login-completion.ts';
import {
  type ChoosePasskeyResult,
  type PasskeyNotice,
  type PasskeySupport,
  passkeyMachine,
} from '#machines/passkey.ts';
import { destinationOf } from '#machines/rules/session.ts';
import * as calls from '#web/api/calls/login.ts';
import { fetchUser } from '#web/api/calls/login.ts';
import * as passkeyCalls from '#web/api/calls/passkey.ts';
import { hasPasskeyAutofill, hasPasskeys } from '#web/platform/passkey-support.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import { type ActorOptions, fromCall, inspector, notifier } from './actor.ts';
import { createCodeDraft, createLoginOtp } from './login-otp.ts';
import { openDestination } from './open-destination.ts';
import { createPasskeyRegistration, type PasskeyCreation } from './passkey-registration.ts';
import { isSignedIn, withSession } from './session.ts';

type LoadOffer = () => Promise<PasskeyCreation>;

/** The chart between a login and the app, with its actors and effects. */
const createCompletion = (loadOffer: LoadOffer) =>
  loginCompletionMachine.provide({
    actors: {
      fetchUser: fromCall(() => {
        // Meanwhile, so that the offer does not delay the login. The registration hears of a failure.
        loadOffer().catch(() => {});
        return fetchUser();
      }),
      registration: createPasskeyRegistration(loadOffer),
    },
    actions: {
      openDestination: (_, { uuid, ...user }) => openDestination(destinationOf(user), { id: uuid }),
    },
  });

const notices = {
  cancelled: 'passkeyCancelled',
  // Occurs when a passkey is created, never at a login.
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
  const options = await passkeyCalls.fetchLoginOptions();
  if (!options.ok) return options;
  const { runLogin } = await import('#web/platform/passkey-ceremony.ts');
  const chosen = await runLogin({ options: options.value, isAutofill, signal });
  return chosen.ok ? chosen : { ok: false, notice: notices[chosen.reason] };
};

/** The passkey chart of the login page with its actors and effects. */
const createPasskey = (completion: ReturnType<typeof createCompletion>) =>
  passkeyMachine.provide({
    actors: {
      findSupport: fromPromise(findSupport),
      choosePasskey: fromPromise(({ input, signal }) => choosePasskey(input.isAutofill, signal)),
      logInByPasskey: fromCall(withSession(passkeyCalls.logInByPasskey)),
      completion,
    },
    actions: {
      tellVerified: sendParent({ type: 'passkey.verified' }),
      tellReleased: sendParent({ type: 'passkey.released' }),
    },
  });

const draft = createCodeDraft(storageKeys.loginDraft);

/**
 * The login chart with its actors and effects.
 * @param loadOffer loads what creates a passkey, which a login offers
 */
export const createLogin = (loadOffer: LoadOffer) => {
  const completion = createCompletion(loadOffer);
  return loginMachine.provide({
    actors: {
      otp: createLoginOtp(draft),
      passkey: createPasskey(completion),
      logIn: fromCall(withSession(calls.logIn)),
      completion,
      notifier,
    },
    actions: {
      saveEmail: ({ context: { email } }) => draft.save({ email }),
      clearPause: () => draft.save({ resendAt: undefined }),
      clearDraft: draft.clear,
    },
  });
};

/** Actor options: the stored draft, else the email address of the navigation state. */
export const loginOptions = (
  navigationState: unknown,
): ActorOptions<ReturnType<typeof createLogin>> => ({
  input: { ...draft.open(emailOf(navigationState), Date.now()), isSignedIn: isSignedIn() },
  inspect: inspector,
});
