import type { PromiseActorLogic } from 'xstate';
import { and, assign, forwardTo, sendTo, setup, spawnChild, stateIn } from 'xstate';
import { canonicalEmail, isSameEmail } from '#contract/email.ts';
import { isFilled } from '#contract/text.ts';
import type { loginCompletionMachine } from './login-completion.ts';
import type { otpMachine, VerifyCodeResult } from './otp.ts';
import type { passkeyMachine } from './passkey.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';
import type { LoginResult } from './rules/session.ts';

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
    },
    events: {} as
      | { type: 'app.declined' | 'consent.given' | 'consent.withdrawn' }
      | { type: 'email.changed'; email: string }
      | { type: 'password.changed'; password: string }
      | { type: 'code.requested' | 'code.submitted' | 'login.submitted' | 'password.requested' }
      | { type: 'passkey.requested' | 'passkey.verified' | 'passkey.released' },
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
    hasCode: ({ context }) => context.resendAt !== undefined,
    isEmailFilled: ({ context }) => isFilled(context.email),
    isPasswordFilled: ({ context }) => context.password !== '',
    canLogIn: stateIn({ open: { consent: 'given', passkey: 'unverified' } }),
    canSubmit: and(['canLogIn', 'isEmailFilled', 'isPasswordFilled']),
    isOtherEmail: ({ context }, { email }: { email: string }) => !isSameEmail(email, context.email),
    isLoggedIn: (_, result?: LoginResult | VerifyCodeResult) => result?.ok === true,
    isComplete: (_, { isComplete }: { isComplete: boolean }) => isComplete,
    isEmailRateLimited: ({ context }, result: LoginResult) =>
      !result.ok && result.isRateLimited && isSameEmail(context.email, context.sentEmail),
  },
  actions: {
    setEmail: assign(({ event }) => (event.type === 'email.changed' ? { email: event.email } : {})),
    setPassword: assign({ password: (_, { password }: { password: string }) => password }),
    clearPassword: assign({ password: '' }),
    setSentEmail: assign({ sentEmail: ({ context }) => canonicalEmail(context.email) }),
    clearResendAt: assign({ resendAt: undefined }),
    setLogin: assign((_, result?: LoginResult | VerifyCodeResult) => ({
      isAtsEnabled: result?.ok === true && result.signedIn?.isAtsEnabled === true,
    })),
    submitCode: sendTo('otp', { type: 'code.submitted' }),
    tellPasskey: forwardTo('passkey'),
    abandonPasskey: sendTo('passkey', { type: 'passkey.abandoned' }),
    saveEmail: () => {},
    clearPause: () => {},
    clearDraft: () => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<LoginNotice>),
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
  }),
  entry: 'startNotifier',
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'isSignedIn', target: 'offeringApp' }, { target: 'open' }] },
    offeringApp: { description: 'The visitor is logged in.', on: { 'app.declined': 'open' } },
    open: {
      type: 'parallel',
      states: {
        passkey: {
          description: 'While the passkey chart completes its login, no other one starts.',
          initial: 'unverified',
          invoke: {
            id: 'passkey',
            src: 'passkey',
            onDone: '#login.leaving',
            onError: { target: '.unverified', actions: { type: 'notify', params: 'unexpected' } },
          },
          on: { 'passkey.requested': { guard: 'canLogIn', actions: 'tellPasskey' } },
          states: {
            unverified: { on: { 'passkey.verified': 'verified' } },
            verified: { on: { 'passkey.released': 'unverified' } },
          },
        },
        consent: {
          initial: 'withdrawn',
          states: {
            withdrawn: { on: { 'consent.given': { target: 'given', actions: 'tellPasskey' } } },
            given: { on: { 'consent.withdrawn': { target: 'withdrawn', actions: 'tellPasskey' } } },
          },
        },
        mode: {
          initial: 'deciding',
          on: {
            'email.changed': { actions: ['setEmail', 'saveEmail'] },
            'password.changed': { actions: { type: 'setPassword', params: ({ event }) => event } },
          },
          states: {
            deciding: { always: [{ guard: 'hasCode', target: 'code' }, { target: 'password' }] },
            password: {
              initial: 'editing',
              states: {
                editing: {
                  initial: 'neutral',
                  states: {
                    neutral: {},
                    missing: { tags: ['error', 'missing'] },
                    rateLimited: { tags: 'error', description: 'Too many attempts were made.' },
                  },
                  on: {
                    'email.changed': { target: '.neutral', actions: ['setEmail', 'saveEmail'] },
                    'login.submitted': { guard: 'canSubmit', target: 'submitting' },
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
                        actions: { type: 'setLogin', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isEmailRateLimited', params: ({ event }) => event.output },
                        target: 'editing.rateLimited',
                      },
                      {
                        target: 'editing',
                        actions: { type: 'notify', params: ({ event }) => refusalOf(event.output) },
                      },
                    ],
                    onError: {
                      target: 'editing',
                      actions: { type: 'notify', params: 'unexpected' },
                    },
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
                        guard: { type: 'isLoggedIn', params: ({ event }) => event.output.verified },
                        target: '#login.open.mode.completing',
                        actions: { type: 'setLogin', params: ({ event }) => event.output.verified },
                      },
                      { target: 'enteringEmail' },
                    ],
                    onError: {
                      target: 'enteringEmail',
                      actions: { type: 'notify', params: 'unexpected' },
                    },
                  },
                  on: {
                    'code.submitted': { guard: 'canLogIn', actions: 'submitCode' },
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
              invoke: {
                id: 'completion',
                src: 'completion',
                input: ({ context: { isAtsEnabled } }) => ({ isAtsEnabled, isByPasskey: false }),
                onDone: [
                  {
                    guard: { type: 'isComplete', params: ({ event }) => event.output },
                    target: '#login.leaving',
                  },
                  { target: 'password' },
                ],
                onError: { target: 'password', actions: { type: 'notify', params: 'unexpected' } },
              },
            },
          },
        },
      },
    },
    leaving: { type: 'final', entry: ['clearPassword', 'clearDraft'] },
  },
});
