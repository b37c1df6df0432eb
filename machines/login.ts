import { and, assign, emit, forwardTo, type PromiseActorLogic, setup, stateIn } from 'xstate';
import type { UserStatus } from '#contract/answers.ts';
import { canonicalEmail } from '#contract/email.ts';
import { type Destination, destinationOf, type SignedIn } from '#contract/signed-in.ts';
import { isFilled } from '#contract/text.ts';
import type { otpMachine, Verified } from './otp.ts';

export type LoginNotice = 'emailMissing' | 'wrongPassword' | 'unexpected';

/** What the server said to a password. `closed`: too many tries, whatever the password. */
export type LoggedIn = { ok: true; signedIn: SignedIn } | { ok: false; isClosed: boolean };

/**
 * Logs in by password or by a code, fetches the user, and says where to go.
 * `resendAt` (epoch ms): a code is already on its way (the page was reloaded).
 */
export const loginMachine = setup({
  types: {
    input: {} as { email: string; isSignedIn: boolean; resendAt?: number | undefined },
    context: {} as {
      email: string;
      resendAt?: number | undefined;
      password: string;
      isSignedIn: boolean;
      isAtsEnabled: boolean;
      user?: { uuid: string; status: UserStatus };
    },
    events: {} as
      | { type: 'app.declined' | 'consent.given' | 'consent.withdrawn' }
      | { type: 'email.changed'; email: string }
      | { type: 'password.changed'; password: string }
      | { type: 'login.submitted' | 'password.requested' }
      | { type: 'code.changed'; code: string }
      | { type: 'code.requested' | 'code.submitted' | 'resend.requested' },
    emitted: {} as { type: 'notice'; notice: LoginNotice },
    output: {} as { destination: Destination; uuid: string },
    tags: {} as 'busy' | 'error',
    children: {} as { otp: 'otp' },
  },
  actors: {} as {
    otp: typeof otpMachine;
    logIn: PromiseActorLogic<LoggedIn, { email: string; password: string }>;
    fetchUser: PromiseActorLogic<{ uuid: string; status: UserStatus }, void>;
  },
  guards: {
    isSignedIn: ({ context }) => context.isSignedIn,
    hasCodeUnderWay: ({ context }) => context.resendAt !== undefined,
    isEmailFilled: ({ context }) => isFilled(context.email),
    isPasswordFilled: ({ context }) => context.password !== '',
    hasConsent: stateIn({ open: { consent: 'given' } }),
    canLogIn: and(['hasConsent', 'isEmailFilled', 'isPasswordFilled']),
    canVerify: and(['hasConsent', 'isEmailFilled']),
    isOtherEmail: ({ context }, { email }: { email: string }) =>
      canonicalEmail(email) !== canonicalEmail(context.email),
    isLoggedIn: (_, answer: LoggedIn) => answer.ok,
    isClosed: (_, answer: LoggedIn) => !answer.ok && answer.isClosed,
    isVerified: (_, { verified }: { verified?: Verified }) => verified?.ok === true,
  },
  actions: {
    keepEmail: assign({ email: (_, { email }: { email: string }) => email }),
    keepPassword: assign({ password: (_, { password }: { password: string }) => password }),
    forgetPassword: assign({ password: '' }),
    forgetPause: assign({ resendAt: undefined }),
    keepLoggedIn: assign((_, answer: LoggedIn) =>
      answer.ok ? { isAtsEnabled: answer.signedIn.isAtsEnabled } : {},
    ),
    keepVerified: assign((_, { verified }: { verified?: Verified }) =>
      verified?.ok ? { isAtsEnabled: verified.signedIn?.isAtsEnabled ?? false } : {},
    ),
    keepUser: assign((_, user: { uuid: string; status: UserStatus }) => ({ user })),
    passToOtp: forwardTo('otp'),
    tell: emit((_, notice: LoginNotice) => ({ type: 'notice' as const, notice })),
  },
}).createMachine({
  id: 'login',
  description: 'Somebody logs in, by password or by a code, and is told where to go.',
  context: ({ input: { email, isSignedIn, resendAt } }) => ({
    email,
    isSignedIn,
    resendAt,
    password: '',
    isAtsEnabled: false,
  }),
  output: ({ context: { isAtsEnabled, user = { uuid: '', status: 'sent' } } }) => ({
    uuid: user.uuid,
    destination: destinationOf({ status: user.status, isAtsEnabled }),
  }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: 'isSignedIn', target: 'offeringApp' }, { target: 'open' }],
    },
    offeringApp: {
      description:
        'Somebody is signed in already: the app is a link, logging in goes on by choice.',
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
          initial: 'resuming',
          states: {
            resuming: {
              always: [{ guard: 'hasCodeUnderWay', target: 'code' }, { target: 'password' }],
            },
            password: {
              initial: 'editing',
              states: {
                editing: {
                  initial: 'neutral',
                  states: {
                    neutral: {},
                    missing: {
                      tags: 'error',
                      description: 'A code was asked for without address.',
                    },
                    closed: { tags: 'error', description: 'Waiting helps, or logging in by code.' },
                  },
                  on: {
                    'email.changed': {
                      target: '.neutral',
                      actions: { type: 'keepEmail', params: ({ event }) => event },
                    },
                    'password.changed': {
                      actions: { type: 'keepPassword', params: ({ event }) => event },
                    },
                    'login.submitted': { guard: 'canLogIn', target: 'submitting' },
                    'code.requested': [
                      { guard: 'isEmailFilled', target: '#login.open.mode.code' },
                      { target: '.missing', actions: { type: 'tell', params: 'emailMissing' } },
                    ],
                  },
                },
                submitting: {
                  tags: 'busy',
                  on: {
                    'email.changed': {
                      actions: { type: 'keepEmail', params: ({ event }) => event },
                    },
                    'password.changed': {
                      actions: { type: 'keepPassword', params: ({ event }) => event },
                    },
                  },
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
                        actions: { type: 'keepLoggedIn', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isClosed', params: ({ event }) => event.output },
                        target: 'editing.closed',
                        actions: { type: 'tell', params: 'wrongPassword' },
                      },
                      { target: 'editing', actions: { type: 'tell', params: 'wrongPassword' } },
                    ],
                    onError: { target: 'editing', actions: { type: 'tell', params: 'unexpected' } },
                  },
                },
              },
            },
            code: {
              description: 'OTP mode. Leaving it ends the countdown.',
              initial: 'proving',
              states: {
                proving: {
                  exit: 'forgetPause',
                  invoke: {
                    id: 'otp',
                    src: 'otp',
                    input: ({ context }) => ({
                      email: canonicalEmail(context.email),
                      isAutomatic: false,
                      resendAt: context.resendAt,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isVerified', params: ({ event }) => event.output },
                        target: '#login.open.mode.fetchingUser',
                        actions: { type: 'keepVerified', params: ({ event }) => event.output },
                      },
                      { target: 'addressing' },
                    ],
                    onError: {
                      target: 'addressing',
                      actions: { type: 'tell', params: 'unexpected' },
                    },
                  },
                  on: {
                    'code.changed': { actions: 'passToOtp' },
                    'code.submitted': { guard: 'canVerify', actions: 'passToOtp' },
                    'resend.requested': { actions: 'passToOtp' },
                    'email.changed': [
                      {
                        guard: { type: 'isOtherEmail', params: ({ event }) => event },
                        target: 'addressing',
                        actions: { type: 'keepEmail', params: ({ event }) => event },
                      },
                      { actions: { type: 'keepEmail', params: ({ event }) => event } },
                    ],
                  },
                },
                addressing: {
                  description: 'Another address needs a code of its own.',
                  on: {
                    'email.changed': {
                      actions: { type: 'keepEmail', params: ({ event }) => event },
                    },
                    'code.requested': [
                      { guard: 'isEmailFilled', target: 'proving' },
                      { actions: { type: 'tell', params: 'emailMissing' } },
                    ],
                  },
                },
              },
              on: { 'password.requested': 'password' },
            },
            fetchingUser: {
              tags: 'busy',
              description:
                'The session is open; the record says whether a password is still to be set.',
              on: {
                'email.changed': { actions: { type: 'keepEmail', params: ({ event }) => event } },
                'password.changed': {
                  actions: { type: 'keepPassword', params: ({ event }) => event },
                },
              },
              invoke: {
                id: 'fetchUser',
                src: 'fetchUser',
                onDone: {
                  target: '#login.leaving',
                  actions: [
                    'forgetPassword',
                    { type: 'keepUser', params: ({ event }) => event.output },
                  ],
                },
                onError: { target: 'password', actions: { type: 'tell', params: 'unexpected' } },
              },
            },
          },
        },
      },
    },
    leaving: { type: 'final' },
  },
});
