import { assign, type PromiseActorLogic, sendTo, setup } from 'xstate';
import type { Passkey } from '#contract/calls/account-entries.ts';
import { DAY_MS } from '#contract/durations.ts';
import { isPasskeyName } from '#contract/passkey.ts';
import type { reauthenticationMachine } from './reauthentication.ts';
import { notifierOf, toNoticeEvent } from './rules/notice.ts';
import { isLoginRecent } from './rules/session.ts';

/** Notices about a passkey that was not created. */
export type PasskeyRegistrationNotice =
  | 'creationCancelled'
  | 'creationExists'
  | 'creationOtherAccount'
  | 'creationFull'
  | 'creationNotAllowed'
  | 'creationRateLimited'
  | 'forbidden'
  | 'offline'
  | 'unexpected';

/**
 * What the browser can do. `answeredAt` (epoch ms): when the last offer was answered here.
 * `suggestedName`: for a passkey of this browser, such as `Chrome on Linux`.
 */
export interface RegistrationSupport {
  hasPasskeys: boolean;
  hasPlatformAuthenticator: boolean;
  answeredAt?: number | undefined;
  suggestedName: string;
}

/** The result of a registration. The notice says why there is no passkey; `forbidden`: the login is too old, or was by password. */
export type CreatePasskeyResult =
  | { ok: true; passkey: Passkey }
  | { ok: false; notice: PasskeyRegistrationNotice };

const noticeOf = (result: CreatePasskeyResult): PasskeyRegistrationNotice =>
  result.ok ? 'unexpected' : result.notice;

/** Time in which a browser whose user has answered the offer of a passkey makes it no more. */
export const PASSKEY_OFFER_PAUSE_MS = 30 * DAY_MS;

/**
 * Whether a passkey may be offered at `now` (epoch ms). `answeredAt` (epoch ms): the last answer in this
 * browser. One in the future comes from before the clock was set back, and does not count.
 */
export const isPasskeyOfferDue = (answeredAt: number | undefined, now: number): boolean =>
  answeredAt === undefined || answeredAt > now || now - answeredAt >= PASSKEY_OFFER_PAUSE_MS;

/**
 * Creates a passkey for the user who is logged in. `isRequested`: the user asked for it; else it is
 * offered, and only where this device can keep one. `email`: whose passkey the page shows that it is,
 * because another tab may have logged in as somebody else. Its root chart starts the `notifier`. The
 * output has the passkey, or nothing.
 */
export const passkeyRegistrationMachine = setup({
  types: {
    input: {} as { isRequested: boolean; email: string },
    context: {} as {
      isRequested: boolean;
      email: string;
      name: string;
      loggedInAt?: number | undefined;
      passkey?: Passkey;
    },
    events: {} as
      | { type: 'name.changed'; name: string }
      | { type: 'creation.submitted' | 'creation.declined' },
    output: {} as { passkey?: Passkey },
    tags: {} as 'busy' | 'error',
    children: {} as { reauthentication: 'reauthentication' },
  },
  actors: {} as {
    findSupport: PromiseActorLogic<RegistrationSupport, void>;
    createPasskey: PromiseActorLogic<CreatePasskeyResult, { email: string; name: string }>;
    reauthentication: typeof reauthenticationMachine;
  },
  guards: {
    isRequested: ({ context }) => context.isRequested,
    canCreate: ({ context }, support: RegistrationSupport) =>
      support.hasPasskeys &&
      (context.isRequested ||
        (support.hasPlatformAuthenticator && isPasskeyOfferDue(support.answeredAt, Date.now()))),
    hasName: ({ context }) => isPasskeyName(context.name),
    isCreated: (_, result: CreatePasskeyResult) => result.ok,
    needsLogin: ({ context }, result: CreatePasskeyResult) =>
      noticeOf(result) === 'forbidden' && !isLoginRecent(context.loggedInAt, Date.now()),
    isLoggedIn: (_, { loggedInAt }: { loggedInAt?: number }) => loggedInAt !== undefined,
  },
  actions: {
    setName: assign({ name: (_, { name }: { name: string }) => name }),
    setPasskey: assign((_, result: CreatePasskeyResult) =>
      result.ok ? { passkey: result.passkey } : {},
    ),
    setLoggedInAt: assign((_, { loggedInAt }: { loggedInAt?: number }) => ({ loggedInAt })),
    /** Stores the time of the answer, so that this browser makes no offer for a while. */
    saveAnswer: () => {},
    notify: sendTo(notifierOf, toNoticeEvent<PasskeyRegistrationNotice>),
  },
}).createMachine({
  id: 'passkeyRegistration',
  description: 'Creates a passkey: on request, or as an offer after a login.',
  context: ({ input: { isRequested, email } }) => ({ isRequested, email, name: '' }),
  output: ({ context: { passkey } }) => (passkey ? { passkey } : {}),
  initial: 'deciding',
  states: {
    deciding: {
      tags: 'busy',
      invoke: {
        id: 'findSupport',
        src: 'findSupport',
        onDone: [
          {
            guard: { type: 'canCreate', params: ({ event }) => event.output },
            target: 'offered',
            actions: {
              type: 'setName',
              params: ({ event }) => ({ name: event.output.suggestedName }),
            },
          },
          { target: 'skipped' },
        ],
        onError: [
          {
            guard: 'isRequested',
            target: 'skipped',
            actions: { type: 'notify', params: 'unexpected' },
          },
          { target: 'skipped' },
        ],
      },
    },
    offered: {
      initial: 'neutral',
      states: {
        neutral: {},
        unnamed: { tags: 'error', description: 'The name is empty or refused. Nothing was sent.' },
      },
      on: {
        'name.changed': {
          target: '.neutral',
          actions: { type: 'setName', params: ({ event }) => event },
        },
        'creation.submitted': [{ guard: 'hasName', target: 'creating' }, { target: '.unnamed' }],
      },
    },
    creating: {
      tags: 'busy',
      description: 'The browser asks the user. The name stays for another attempt.',
      invoke: {
        id: 'createPasskey',
        src: 'createPasskey',
        input: ({ context: { email, name } }) => ({ email, name: name.trim() }),
        onDone: [
          {
            guard: { type: 'isCreated', params: ({ event }) => event.output },
            target: 'registered',
            actions: [{ type: 'setPasskey', params: ({ event }) => event.output }, 'saveAnswer'],
          },
          {
            guard: { type: 'needsLogin', params: ({ event }) => event.output },
            target: 'reauthenticating',
          },
          {
            target: 'offered',
            actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
          },
        ],
        onError: { target: 'offered', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    reauthenticating: {
      description: 'The login is too old, or was by password. After a code the passkey is created.',
      invoke: {
        id: 'reauthentication',
        src: 'reauthentication',
        input: ({ context: { email } }) => ({ email }),
        onDone: [
          {
            guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
            target: 'creating',
            actions: { type: 'setLoggedInAt', params: ({ event }) => event.output },
          },
          { target: 'offered' },
        ],
        onError: { target: 'offered', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    registered: { type: 'final' },
    declined: { type: 'final', description: 'An open dialog of the browser is closed.' },
    skipped: {
      type: 'final',
      description: 'No passkey can be kept here, or an offer was answered lately.',
    },
  },
  on: {
    'creation.declined': [
      { guard: 'isRequested', target: '.declined' },
      { target: '.declined', actions: 'saveAnswer' },
    ],
  },
});
