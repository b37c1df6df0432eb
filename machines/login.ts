import { and, assign, type PromiseActorLogic, sendTo, setup, spawnChild, stateIn } from 'xstate';
import { canonicalEmail, isSameEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import type { loginCompletionMachine } from './login-completion.ts';
import type { otpMachine, VerifyCodeResult } from './otp.ts';
import type { passkeyMachine } from './passkey.ts';
import type { Notifier } from './rules/notice.ts';
import type { LoginResult, SignedIn } from './rules/session.ts';

export type LoginNotice = 'emailMissing' | 'rateLimited' | 'wrongPassword' | 'unexpected';
const refusalOf = (result: LoginResult): LoginNotice =>
  !result.ok && result.isRateLimited ? 'rateLimited' : 'wrongPassword';

/** Logs in by password, by code or by passkey. `resendAt` (epoch ms): set if a code was sent before a reload. */
export const loginMachine = setup({
  types: {
    input: {} as { email: string; isSignedIn: boolean; resendAt?: number | undefined },
    context: {} as {
      email: string;
      resendAt?: number | undefined;
      password: string;
      /** The address that was sent last with a password; it may have been changed since. */
      sentEmail: string;
      isSignedIn: boolean;
      isAtsEnabled: boolean;
      isByPasskey: boolean;
    },
    events: {} as
      | { type: 'app.declined' | 'consent.given' | 'consent.withdrawn' | 'passkey.requested' }
      | { type: 'email.changed'; email: string }
      | { type: 'password.changed'; password: string }
      | { type: 'code.requested' | 'code.submitted' | 'login.submitted' | 'password.requested' },
    tags: {} as 'busy' | 'error' | 'missing',
    children: {} as { completion: 'completion'; otp: 'otp'; passkey: 'passkey' },
  },
  actors: {} as {
    otp: typeof otpMachine;
    passkey: typeof passkeyMachine;
    logIn: PromiseActorLogic<LoginResult, { email: string; password: string }>;
    completion: typeof loginCompletionMachine;
    notifier: Notifier;
  },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    wasCodeSent: ({ context }) => context.resendAt !== undefined,
    isEmailFilled: ({ context }) => isFilled(context.email),
    isPasswordFilled: ({ context }) => context.password !== '',
    hasConsent: stateIn({ open: { consent: 'given' } }),
    canLogIn: and(['hasConsent', 'isEmailFilled', 'isPasswordFilled']),
    isOtherEmail: ({ context }, { email }: { email: string }) => !isSameEmail(email, context.email),
    isVerified: (_, { verified }: { verified?: VerifyCodeResult }) => verified?.ok === true,
    isLoggedIn: (_, result: LoginResult) => result.ok,
    isComplete: (_, { isComplete }: { isComplete: boolean }) => isComplete,
    isByPasskey: ({ context }) => context.isByPasskey,
    /** Whether there were too many attempts for the address in the field. */
    isRateLimited: ({ context }, result: LoginResult) =>
      !result.ok && result.isRateLimited && isSameEmail(context.email, context.sentEmail),
  },
  actions: {
    setEmail: assign(({ event }) => (event.type === 'email.changed' ? { email: event.email } : {})),
    setPassword: assign({ password: (_, { password }: { password: string }) => password }),
    clearPassword: assign({ password: '' }),
    setSentEmail: assign({ sentEmail: ({ context }) => canonicalEmail(context.email) }),
    clearResendAt: assign({ resendAt: undefined }),
    setSignedIn: assign((_, entry: LoginResult | VerifyCodeResult | { signedIn?: SignedIn }) => ({
      isAtsEnabled: 'signedIn' in entry && entry.signedIn?.isAtsEnabled === true,
      isByPasskey: false,
    })),
    submitCode: sendTo('otp', { type: 'code.submitted' }),
    giveConsent: sendTo('passkey', { type: 'consent.given' }),
    withdrawConsent: sendTo('passkey', { type: 'consent.withdrawn' }),
    requestPasskey: sendTo('passkey', { type: 'passkey.requested' }),
    abandonPasskey: sendTo('passkey', { type: 'passkey.abandoned' }),
    setByPasskey: assign({ isByPasskey: true }),
    /** Stores the email address for a reload. */
    saveEmail: () => {},
    clearPause: () => {},
    clearDraft: () => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(
      ({ system }) => system.get('notifier'),
      (_, notice: LoginNotice) => ({ type: 'notice' as const, notice }),
    ),
    notifyFailure: sendTo(
      ({ system }) => system.get('notifier'),
      () => ({ type: 'notice' as const, notice: 'unexpected' as const }),
    ),
  },
}).createMachine({
  id: 'login',
  description: 'Logs in by password, code or passkey, then opens the app or a first password.',
  context: ({ input: { email, isSignedIn, resendAt } }) => ({
    email,
    isSignedIn,
    resendAt,
    password: '',
    sentEmail: '',
    isAtsEnabled: false,
    isByPasskey: false,
  }),
  entry: 'startNotifier',
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isSignedIn', target: 'offeringApp' }, { target: 'open' }] },
    offeringApp: {
      description: 'The visitor is signed in. The page offers the app or another login.',
      on: { 'app.declined': 'open' },
    },
    open: {
      type: 'parallel',
      invoke: {
        id: 'passkey',
        src: 'passkey',
        input: ({ context }) => ({ hasFailed: context.isByPasskey }),
        onDone: {
          target: '.mode.completing',
          actions: [{ type: 'setSignedIn', params: ({ event }) => event.output }, 'setByPasskey'],
        },
        onError: { actions: 'notifyFailure' },
      },
      on: { 'passkey.requested': { guard: 'hasConsent', actions: 'requestPasskey' } },
      states: {
        consent: {
          description: 'Stays as it was when the form opens again.',
          initial: 'former',
          states: {
            former: { type: 'history', target: 'withdrawn' },
            withdrawn: { on: { 'consent.given': { target: 'given', actions: 'giveConsent' } } },
            given: {
              on: { 'consent.withdrawn': { target: 'withdrawn', actions: 'withdrawConsent' } },
            },
          },
        },
        mode: {
          initial: 'deciding',
          on: {
            'email.changed': { actions: ['setEmail', 'saveEmail'] },
            'password.changed': { actions: { type: 'setPassword', params: ({ event }) => event } },
          },
          states: {
            deciding: {
              description: 'When the form opens again, its new passkey hears of the consent.',
              always: [
                { guard: 'wasCodeSent', target: 'code' },
                { guard: 'hasConsent', target: 'password', actions: 'giveConsent' },
                { target: 'password' },
              ],
            },
            password: {
              initial: 'editing',
              states: {
                editing: {
                  initial: 'neutral',
                  states: {
                    neutral: {},
                    missing: { tags: ['error', 'missing'] },
                    rateLimited: {
                      tags: 'error',
                      description: 'A line tells of too many attempts.',
                    },
                  },
                  on: {
                    'email.changed': { target: '.neutral', actions: ['setEmail', 'saveEmail'] },
                    'login.submitted': { guard: 'canLogIn', target: 'submitting' },
                    'code.requested': [
                      { guard: 'isEmailFilled', target: '#login.open.mode.code' },
                      { target: '.missing', actions: { type: 'notify', params: 'emailMissing' } },
                    ],
                  },
                },
                submitting: {
                  tags: 'busy',
                  entry: ['abandonPasskey', 'setSentEmail'],
                  invoke: {
                    id: 'logIn',
                    src: 'logIn',
                    input: ({ context: { sentEmail: email, password } }) => ({ email, password }),
                    onDone: [
                      {
                        guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
                        target: '#login.open.mode.completing',
                        actions: { type: 'setSignedIn', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isRateLimited', params: ({ event }) => event.output },
                        target: 'editing.rateLimited',
                      },
                      {
                        target: 'editing',
                        actions: { type: 'notify', params: ({ event }) => refusalOf(event.output) },
                      },
                    ],
                    onError: { target: 'editing', actions: 'notifyFailure' },
                  },
                },
              },
            },
            code: {
              description: 'OTP mode. The view sends the events of the code to the otp chart.',
              initial: 'verifyingEmail',
              on: { 'password.requested': 'password' },
              states: {
                verifyingEmail: {
                  exit: ['clearResendAt', 'clearPause'],
                  invoke: {
                    id: 'otp',
                    src: 'otp',
                    input: ({ context: { email, resendAt } }) => ({
                      email,
                      isAutoSubmit: false,
                      resendAt,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isVerified', params: ({ event }) => event.output },
                        target: '#login.open.mode.completing',
                        actions: {
                          type: 'setSignedIn',
                          params: ({ event }) => event.output.verified ?? {},
                        },
                      },
                      { target: 'enteringEmail' },
                    ],
                    onError: { target: 'enteringEmail', actions: 'notifyFailure' },
                  },
                  on: {
                    'code.submitted': { guard: 'hasConsent', actions: 'submitCode' },
                    'email.changed': {
                      guard: { type: 'isOtherEmail', params: ({ event }) => event },
                      target: 'enteringEmail',
                      actions: ['setEmail', 'saveEmail'],
                    },
                  },
                },
                enteringEmail: {
                  initial: 'neutral',
                  states: { neutral: {}, missing: { tags: ['error', 'missing'] } },
                  on: {
                    'email.changed': { target: '.neutral', actions: ['setEmail', 'saveEmail'] },
                    'code.requested': [
                      { guard: 'isEmailFilled', target: 'verifyingEmail' },
                      { target: '.missing', actions: { type: 'notify', params: 'emailMissing' } },
                    ],
                  },
                },
              },
            },
            completing: {
              tags: 'busy',
              entry: 'abandonPasskey',
              description: 'After a passkey, a failure opens the form again, to ask for it again.',
              invoke: {
                id: 'completion',
                src: 'completion',
                input: ({ context: { isAtsEnabled, isByPasskey } }) => ({
                  isAtsEnabled,
                  isByPasskey,
                }),
                onDone: [
                  {
                    guard: { type: 'isComplete', params: ({ event }) => event.output },
                    target: '#login.leaving',
                  },
                  { guard: 'isByPasskey', target: '#login.open' },
                  { target: 'password' },
                ],
                onError: { target: '#login.open', actions: 'notifyFailure' },
              },
            },
          },
        },
      },
    },
    leaving: { type: 'final', entry: ['clearPassword', 'clearDraft'] },
  },
});
