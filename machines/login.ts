import {
  and,
  assign,
  forwardTo,
  type PromiseActorLogic,
  sendTo,
  setup,
  spawnChild,
  stateIn,
} from 'xstate';
import { canonicalEmail } from '#contract/email.ts';
import type { Notifier } from '#contract/notice.ts';
import type { UserStatus } from '#contract/responses.ts';
import type { SignedIn } from '#contract/session.ts';
import { isFilled } from '#contract/text.ts';
import type { CodeEvent, otpMachine, VerifyCodeResult } from './otp.ts';

export type LoginNotice = 'emailMissing' | 'wrongPassword' | 'unexpected';

/** The result of a login. `isRateLimited`: too many attempts; the password was not checked. */
export type LoginResult = { ok: true; signedIn: SignedIn } | { ok: false; isRateLimited: boolean };

/** Logs in by password or by code. `resendAt` (epoch ms): set if a code was sent before a reload. */
export const loginMachine = setup({
  types: {
    input: {} as { email: string; isSignedIn: boolean; resendAt?: number | undefined },
    context: {} as {
      email: string;
      resendAt?: number | undefined;
      password: string;
      isSignedIn: boolean;
      isAtsEnabled: boolean;
    },
    events: {} as
      | CodeEvent
      | { type: 'app.declined' | 'consent.given' | 'consent.withdrawn' }
      | { type: 'email.changed'; email: string }
      | { type: 'password.changed'; password: string }
      | { type: 'login.submitted' | 'password.requested' },
    tags: {} as 'busy' | 'error',
    children: {} as { otp: 'otp' },
  },
  actors: {} as {
    otp: typeof otpMachine;
    logIn: PromiseActorLogic<LoginResult, { email: string; password: string }>;
    fetchUser: PromiseActorLogic<{ uuid: string; status: UserStatus }, void>;
    notifier: Notifier;
  },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    wasCodeSent: ({ context }) => context.resendAt !== undefined,
    isEmailFilled: ({ context }) => isFilled(context.email),
    isPasswordFilled: ({ context }) => context.password !== '',
    hasConsent: stateIn({ open: { consent: 'given' } }),
    canLogIn: and(['hasConsent', 'isEmailFilled', 'isPasswordFilled']),
    canVerify: and(['hasConsent', 'isEmailFilled']),
    isOtherEmail: ({ context }, { email }: { email: string }) =>
      canonicalEmail(email) !== canonicalEmail(context.email),
    isLoggedIn: (_, result: LoginResult) => result.ok,
    isRateLimited: (_, result: LoginResult) => !result.ok && result.isRateLimited,
    isVerified: (_, { verified }: { verified?: VerifyCodeResult }) => verified?.ok === true,
  },
  actions: {
    setEmail: assign({ email: (_, { email }: { email: string }) => email }),
    setPassword: assign({ password: (_, { password }: { password: string }) => password }),
    clearPassword: assign({ password: '' }),
    clearResendAt: assign({ resendAt: undefined }),
    setLoggedIn: assign((_, result: LoginResult) =>
      result.ok ? { isAtsEnabled: result.signedIn.isAtsEnabled } : {},
    ),
    setVerified: assign((_, { verified }: { verified?: VerifyCodeResult }) =>
      verified?.ok ? { isAtsEnabled: verified.signedIn?.isAtsEnabled ?? false } : {},
    ),
    forwardToOtp: forwardTo('otp'),
    /** Stores the email address for a reload. */
    saveEmail: () => {},
    clearPause: () => {},
    clearDraft: () => {},
    /** Opens the app, or the page for a first password. */
    openDestination: (_, _user: { uuid: string; status: UserStatus }) => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(
      ({ system }) => system.get('notifier'),
      (_, notice: LoginNotice) => ({ type: 'notice' as const, notice }),
    ),
  },
}).createMachine({
  id: 'login',
  description: 'Logs in by password or by code, then opens the app or the first-password page.',
  context: ({ input: { email, isSignedIn, resendAt } }) => ({
    email,
    isSignedIn,
    resendAt,
    password: '',
    isAtsEnabled: false,
  }),
  entry: 'startNotifier',
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isSignedIn', target: 'offeringApp' }, { target: 'open' }],
    },
    offeringApp: {
      description: 'The visitor is signed in. The page offers the app or another login.',
      on: { 'app.declined': 'open' },
    },
    open: {
      type: 'parallel',
      states: {
        consent: {
          initial: 'withdrawn',
          states: {
            withdrawn: { on: { 'consent.given': 'given' } },
            given: { on: { 'consent.withdrawn': 'withdrawn' } },
          },
        },
        mode: {
          initial: 'deciding',
          on: {
            'email.changed': {
              actions: [{ type: 'setEmail', params: ({ event }) => event }, 'saveEmail'],
            },
            'password.changed': { actions: { type: 'setPassword', params: ({ event }) => event } },
          },
          states: {
            deciding: {
              always: [{ guard: 'wasCodeSent', target: 'code' }, { target: 'password' }],
            },
            password: {
              initial: 'editing',
              states: {
                editing: {
                  initial: 'neutral',
                  states: {
                    neutral: {},
                    missing: { tags: 'error', description: 'The email address is empty.' },
                    rateLimited: { tags: 'error', description: 'Too many attempts.' },
                  },
                  on: {
                    'email.changed': {
                      target: '.neutral',
                      actions: [{ type: 'setEmail', params: ({ event }) => event }, 'saveEmail'],
                    },
                    'login.submitted': { guard: 'canLogIn', target: 'submitting' },
                    'code.requested': [
                      { guard: 'isEmailFilled', target: '#login.open.mode.code' },
                      { target: '.missing', actions: { type: 'notify', params: 'emailMissing' } },
                    ],
                  },
                },
                submitting: {
                  tags: 'busy',
                  invoke: {
                    id: 'logIn',
                    src: 'logIn',
                    input: ({ context: { email, password } }) => ({
                      email: canonicalEmail(email),
                      password,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
                        target: '#login.open.mode.fetchingUser',
                        actions: { type: 'setLoggedIn', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isRateLimited', params: ({ event }) => event.output },
                        target: 'editing.rateLimited',
                        actions: { type: 'notify', params: 'wrongPassword' },
                      },
                      { target: 'editing', actions: { type: 'notify', params: 'wrongPassword' } },
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
              description: 'OTP mode. Its exit ends the countdown.',
              initial: 'verifyingEmail',
              states: {
                verifyingEmail: {
                  exit: ['clearResendAt', 'clearPause'],
                  invoke: {
                    id: 'otp',
                    src: 'otp',
                    input: ({ context }) => ({
                      email: canonicalEmail(context.email),
                      isAutoSubmit: false,
                      resendAt: context.resendAt,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isVerified', params: ({ event }) => event.output },
                        target: '#login.open.mode.fetchingUser',
                        actions: { type: 'setVerified', params: ({ event }) => event.output },
                      },
                      { target: 'enteringEmail' },
                    ],
                    onError: {
                      target: 'enteringEmail',
                      actions: { type: 'notify', params: 'unexpected' },
                    },
                  },
                  on: {
                    'code.requested': { actions: 'forwardToOtp' },
                    'code.changed': { actions: 'forwardToOtp' },
                    'code.submitted': { guard: 'canVerify', actions: 'forwardToOtp' },
                    'resend.requested': { actions: 'forwardToOtp' },
                    'email.changed': {
                      guard: { type: 'isOtherEmail', params: ({ event }) => event },
                      target: 'enteringEmail',
                      actions: [{ type: 'setEmail', params: ({ event }) => event }, 'saveEmail'],
                    },
                  },
                },
                enteringEmail: {
                  on: {
                    'code.requested': [
                      { guard: 'isEmailFilled', target: 'verifyingEmail' },
                      { actions: { type: 'notify', params: 'emailMissing' } },
                    ],
                  },
                },
              },
              on: { 'password.requested': 'password' },
            },
            fetchingUser: {
              tags: 'busy',
              description: 'The user record states whether a first password is required.',
              invoke: {
                id: 'fetchUser',
                src: 'fetchUser',
                onDone: {
                  target: '#login.leaving',
                  actions: { type: 'openDestination', params: ({ event }) => event.output },
                },
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
