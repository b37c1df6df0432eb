import { assign, type PromiseActorLogic, sendTo, setup, stateIn } from 'xstate';
import { PASSKEY_CHALLENGE_LIFETIME_MS } from '#contract/passkey.ts';
import { required } from '#contract/text.ts';
import type { loginCompletionMachine } from './login-completion.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import type { SignedIn } from './rules/session.ts';

/** Notices about a login by passkey that failed. */
export type PasskeyNotice =
  | 'passkeyCancelled'
  | 'passkeyUnknown'
  | 'passkeyNotAllowed'
  | 'passkeyRateLimited'
  | 'offline'
  | 'unexpected';

/** A chosen passkey and what it has signed, in base64url (WebAuthn level 3, §5.2.2). */
export interface PasskeyCredential {
  id: string;
  rawId: string;
  type: 'public-key';
  clientExtensionResults: object;
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle: string;
  };
}

/** What the browser can do. `hasAutofill`: passkeys can wait in the autofill of the email field. */
export interface PasskeySupport {
  hasPasskeys: boolean;
  hasAutofill: boolean;
}

/** The result of a ceremony of the browser. */
export type ChoosePasskeyResult =
  | { ok: true; credential: PasskeyCredential }
  | { ok: false; notice: PasskeyNotice };

/** The result of a login by passkey. */
export type LogInByPasskeyResult =
  | { ok: true; signedIn: SignedIn }
  | { ok: false; notice: PasskeyNotice };

const noticeOf = (result: ChoosePasskeyResult | LogInByPasskeyResult): PasskeyNotice =>
  result.ok ? 'unexpected' : result.notice;

/**
 * Logs in by passkey, chosen in the autofill of the email field or after a press of the button. A
 * login needs consent: a passkey that was chosen before waits for it. It ends with a complete login: one that
 * cannot be completed leaves the form as it is, and only the button asks for a passkey again.
 */
export const passkeyMachine = setup({
  types: {
    context: {} as { credential?: PasskeyCredential; signedIn?: SignedIn },
    events: {} as {
      type: 'consent.given' | 'consent.withdrawn' | 'passkey.requested' | 'passkey.abandoned';
    },
    tags: {} as 'busy',
  },
  actors: {} as {
    findSupport: PromiseActorLogic<PasskeySupport, void>;
    choosePasskey: PromiseActorLogic<ChoosePasskeyResult, { isAutofill: boolean }>;
    logInByPasskey: PromiseActorLogic<LogInByPasskeyResult, { credential: PasskeyCredential }>;
    completion: typeof loginCompletionMachine;
  },
  delays: {
    /** A tenth of the lifetime is left for the choice and the login. */
    challengeRenewal: PASSKEY_CHALLENGE_LIFETIME_MS * 0.9,
  },
  guards: {
    hasConsent: stateIn({ open: { consent: 'given' } }),
    hasAutofill: (_, support: PasskeySupport) => support.hasAutofill,
    hasPasskeys: (_, support: PasskeySupport) => support.hasPasskeys,
    isChosen: (_, result: ChoosePasskeyResult) => result.ok,
    isLoggedIn: (_, result: LogInByPasskeyResult) => result.ok,
    isComplete: (_, { isComplete }: { isComplete: boolean }) => isComplete,
  },
  actions: {
    setCredential: assign((_, result: ChoosePasskeyResult) =>
      result.ok ? { credential: result.credential } : {},
    ),
    setSignedIn: assign((_, result: LogInByPasskeyResult) =>
      result.ok ? { signedIn: result.signedIn } : {},
    ),
    /** The login chart hears of it, so that nothing else logs in meanwhile. */
    tellVerified: () => {},
    tellReleased: () => {},
    notify: sendTo(notifierOf, toNoticeEvent<PasskeyNotice>),
  },
}).createMachine({
  id: 'passkey',
  description: 'Logs in by passkey, from the autofill of the email field or by a button.',
  context: {},
  initial: 'open',
  states: {
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
        ceremony: {
          initial: 'preparing',
          states: {
            preparing: {
              invoke: {
                id: 'findSupport',
                src: 'findSupport',
                onDone: [
                  {
                    guard: { type: 'hasAutofill', params: ({ event }) => event.output },
                    target: 'offered.waiting',
                  },
                  {
                    guard: { type: 'hasPasskeys', params: ({ event }) => event.output },
                    target: 'offered.idle',
                  },
                  { target: 'unsupported' },
                ],
                onError: 'unsupported',
              },
            },
            unsupported: { description: 'The page shows nothing of passkeys.' },
            offered: {
              initial: 'idle',
              states: {
                waiting: {
                  description: 'The email field offers passkeys. Failures stay unsaid.',
                  invoke: {
                    id: 'autofill',
                    src: 'choosePasskey',
                    input: { isAutofill: true },
                    onDone: [
                      {
                        guard: { type: 'isChosen', params: ({ event }) => event.output },
                        target: 'chosen',
                        actions: { type: 'setCredential', params: ({ event }) => event.output },
                      },
                      { target: 'idle' },
                    ],
                    onError: 'idle',
                  },
                  after: { challengeRenewal: { target: 'waiting', reenter: true } },
                  on: { 'passkey.requested': 'asking' },
                },
                idle: {
                  description:
                    'The button only. After a failure, an authenticator that answers at once would fail again in the autofill.',
                  on: { 'passkey.requested': 'asking' },
                },
                asking: {
                  tags: 'busy',
                  description: 'The dialog of the browser is open.',
                  invoke: {
                    id: 'dialog',
                    src: 'choosePasskey',
                    input: { isAutofill: false },
                    onDone: [
                      {
                        guard: { type: 'isChosen', params: ({ event }) => event.output },
                        target: 'chosen',
                        actions: { type: 'setCredential', params: ({ event }) => event.output },
                      },
                      {
                        target: 'idle',
                        actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                      },
                    ],
                    onError: { target: 'idle', actions: { type: 'notify', params: 'unexpected' } },
                  },
                },
                chosen: {
                  description: 'Without consent, the page asks for it.',
                  always: { guard: 'hasConsent', target: 'verifying' },
                },
                verifying: {
                  tags: 'busy',
                  invoke: {
                    id: 'logInByPasskey',
                    src: 'logInByPasskey',
                    input: ({ context }) => ({ credential: required(context.credential) }),
                    onDone: [
                      {
                        guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
                        target: 'completing',
                        actions: { type: 'setSignedIn', params: ({ event }) => event.output },
                      },
                      {
                        target: 'idle',
                        actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
                      },
                    ],
                    onError: { target: 'idle', actions: { type: 'notify', params: 'unexpected' } },
                  },
                },
                completing: {
                  tags: 'busy',
                  description: 'The session is open, and the user is fetched.',
                  entry: 'tellVerified',
                  invoke: {
                    id: 'completion',
                    src: 'completion',
                    input: ({ context: { signedIn } }) => ({
                      isAtsEnabled: required(signedIn).isAtsEnabled,
                      isByPasskey: true,
                    }),
                    onDone: [
                      {
                        guard: { type: 'isComplete', params: ({ event }) => event.output },
                        target: '#passkey.complete',
                      },
                      { target: 'idle', actions: 'tellReleased' },
                    ],
                    onError: {
                      target: 'idle',
                      actions: ['tellReleased', { type: 'notify', params: 'unexpected' }],
                    },
                  },
                  on: { 'passkey.abandoned': { target: 'idle', actions: 'tellReleased' } },
                },
              },
              on: { 'passkey.abandoned': '.idle' },
            },
          },
        },
      },
    },
    complete: { type: 'final' },
  },
});
