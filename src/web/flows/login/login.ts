import { storageKeys } from '#contract/storage-keys.ts';
import { loginMachine } from '#machines/login.ts';
import * as calls from '#web/api/calls/login.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import type { ActorOptions } from '../actor-options.ts';
import { createCodeDraft } from '../code-draft.ts';
import { fromCall } from '../from-call.ts';
import { inspector } from '../inspector.ts';
import { notifier } from '../notifier.ts';
import { isSignedIn } from '../session/is-signed-in.ts';
import { withSession } from '../session/session.ts';
import { createLoginCode } from './login-code.ts';
import { loginCompletion } from './login-completion.ts';
import { passkey } from './passkey.ts';

const draft = createCodeDraft(storageKeys.loginDraft);

/** The login chart with its actors and effects. */
export const login = loginMachine.provide({
  actors: {
    loginCode: createLoginCode(draft),
    passkey,
    logIn: fromCall(withSession(calls.logIn)),
    completion: loginCompletion,
    notifier,
  },
  actions: {
    saveEmail: ({ context: { email } }) => draft.save({ email }),
    clearPause: () => draft.save({ resendAt: undefined }),
    clearDraft: draft.clear,
  },
});

/** Actor options: the stored draft, else the email address of the navigation state. */
export const loginOptions = (navigationState: unknown): ActorOptions<typeof login> => ({
  input: { ...draft.open(emailOf(navigationState), Date.now()), isSignedIn: isSignedIn() },
  inspect: inspector,
});
