import * as storageKeys from '#contract/storage-keys.ts';
import { forgotPasswordMachine } from '#machines/forgot-password.ts';
import { emailOf } from '#web/routing/navigation-state.ts';
import { type ActorOptions, inspector, notifier } from './actor.ts';
import { createCodeDraft, createLoginOtp } from './login-otp.ts';
import { openDestination } from './open-destination.ts';

const draft = createCodeDraft(storageKeys.forgotPasswordDraft);

/** The forgot-password chart with its actors and effects. */
export const forgotPassword = forgotPasswordMachine.provide({
  actors: { otp: createLoginOtp(draft), notifier },
  actions: {
    saveEmail: ({ context: { email } }) => draft.save({ email }),
    clearPause: () => draft.save({ resendAt: undefined }),
    clearDraft: draft.clear,
    openResetPassword: ({ context: { email } }, { uuid }) =>
      openDestination('resetPassword', uuid === undefined ? undefined : { id: uuid, email }),
  },
});

/** Actor options: the stored draft, else the email address of the navigation state. */
export const forgotPasswordOptions = (
  navigationState: unknown,
): ActorOptions<typeof forgotPassword> => ({
  input: draft.open(emailOf(navigationState), Date.now()),
  inspect: inspector,
});
