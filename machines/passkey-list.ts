import { assign, type PromiseActorLogic, sendTo, setup, spawnChild } from 'xstate';
import type { Passkey } from '#contract/calls/account-entries.ts';
import { isPasskeyName } from '#contract/passkey.ts';
import { required } from '#contract/text.ts';
import type { passkeyRegistrationMachine } from './passkey-registration.ts';
import type { reauthenticationMachine } from './reauthentication.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';
import { isLoginRecent } from './rules/session.ts';

export type PasskeyListNotice =
  | 'passkeyAdded'
  | 'passkeyRenamed'
  | 'passkeyRemoved'
  | 'lastWayIn'
  | 'gone'
  | 'forbidden'
  | 'rateLimited'
  | 'offline'
  | 'unexpected';

/** The result of a change. A refusal changed nothing; `notice` says why, `forbidden`: the login is too old. */
export type PasskeyChangeResult = { ok: true } | { ok: false; notice: PasskeyListNotice };

const noticeOf = (result: PasskeyChangeResult): PasskeyListNotice =>
  result.ok ? 'unexpected' : result.notice;

/** Lists, adds, renames and removes the passkeys of the logged-in user. */
export const passkeyListMachine = setup({
  types: {
    input: {} as { canAdd: boolean; email: string },
    context: {} as {
      canAdd: boolean;
      email: string;
      passkeys: Passkey[];
      id?: string;
      name: string;
      loggedInAt?: number | undefined;
    },
    events: {} as
      | { type: 'addition.requested' | 'list.requested' }
      | { type: 'renaming.requested' | 'removal.requested'; id: string }
      | { type: 'name.changed'; name: string }
      | { type: 'renaming.submitted' | 'removal.confirmed' | 'change.cancelled' },
    tags: {} as 'busy' | 'error',
    children: {} as { registration: 'registration'; reauthentication: 'reauthentication' },
  },
  actors: {} as {
    fetchPasskeys: PromiseActorLogic<Passkey[], void>;
    renamePasskey: PromiseActorLogic<PasskeyChangeResult, { id: string; name: string }>;
    removePasskey: PromiseActorLogic<PasskeyChangeResult, { id: string }>;
    registration: typeof passkeyRegistrationMachine;
    reauthentication: typeof reauthenticationMachine;
    notifier: Notifier;
  },
  guards: {
    canAdd: ({ context }) => context.canAdd,
    isNameValid: ({ context }) => isPasskeyName(context.name),
    isChanged: (_, result: PasskeyChangeResult) => result.ok,
    isGone: (_, result: PasskeyChangeResult) => noticeOf(result) === 'gone',
    isOffline: (_, result: PasskeyChangeResult) => noticeOf(result) === 'offline',
    needsLogin: ({ context }, result: PasskeyChangeResult) =>
      noticeOf(result) === 'forbidden' && !isLoginRecent(context.loggedInAt, Date.now()),
    isLoggedIn: (_, { loggedInAt }: { loggedInAt?: number }) => loggedInAt !== undefined,
    isCreated: (_, { passkey }: { passkey?: Passkey }) => passkey !== undefined,
  },
  actions: {
    setPasskeys: assign({ passkeys: (_, passkeys: Passkey[]) => passkeys }),
    selectPasskey: assign(({ context }, { id }: { id: string }) => ({
      id,
      name: context.passkeys.find((passkey) => passkey.id === id)?.name ?? '',
    })),
    setLoggedInAt: assign((_, { loggedInAt }: { loggedInAt?: number }) => ({ loggedInAt })),
    setName: assign({ name: (_, { name }: { name: string }) => name }),
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<PasskeyListNotice>),
  },
}).createMachine({
  id: 'passkeyList',
  description: 'Lists, adds, renames and removes the passkeys of the logged-in user.',
  context: ({ input: { canAdd, email } }) => ({ canAdd, email, passkeys: [], name: '' }),
  entry: 'startNotifier',
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      description: 'Also after a change; the list of before stays visible.',
      invoke: {
        id: 'fetchPasskeys',
        src: 'fetchPasskeys',
        onDone: {
          target: 'listed',
          actions: { type: 'setPasskeys', params: ({ event }) => event.output },
        },
        onError: { target: 'unavailable' },
      },
    },
    unavailable: {
      tags: 'error',
      description: 'The list could not be loaded.',
      on: { 'list.requested': 'loading' },
    },
    listed: {
      on: {
        'addition.requested': { guard: 'canAdd', target: 'adding' },
        'renaming.requested': {
          target: 'renaming',
          actions: { type: 'selectPasskey', params: ({ event }) => event },
        },
        'removal.requested': {
          target: 'confirmingRemoval',
          actions: { type: 'selectPasskey', params: ({ event }) => event },
        },
      },
    },
    adding: {
      description: 'The form for a new passkey, which sends its events to the registration.',
      invoke: {
        id: 'registration',
        src: 'registration',
        input: ({ context: { email } }) => ({ isRequested: true, email }),
        onDone: [
          {
            guard: { type: 'isCreated', params: ({ event }) => event.output },
            target: 'loading',
            actions: { type: 'notify', params: 'passkeyAdded' },
          },
          { target: 'listed' },
        ],
        onError: { target: 'listed', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    renaming: {
      initial: 'editing',
      states: {
        editing: {
          initial: 'neutral',
          states: {
            neutral: {},
            invalid: { tags: 'error', description: 'The name is empty, too long or not visible.' },
          },
          on: {
            'name.changed': {
              target: '.neutral',
              actions: { type: 'setName', params: ({ event }) => event },
            },
            'renaming.submitted': [
              { guard: 'isNameValid', target: 'saving' },
              { target: '.invalid' },
            ],
            'change.cancelled': '#passkeyList.listed',
          },
        },
        saving: {
          tags: 'busy',
          invoke: {
            id: 'renamePasskey',
            src: 'renamePasskey',
            input: ({ context: { id, name } }) => ({ id: required(id), name: name.trim() }),
            onDone: [
              {
                guard: { type: 'isChanged', params: ({ event }) => event.output },
                target: '#passkeyList.loading',
                actions: { type: 'notify', params: 'passkeyRenamed' },
              },
              {
                guard: { type: 'needsLogin', params: ({ event }) => event.output },
                target: 'reauthenticating',
              },
              {
                guard: { type: 'isGone', params: ({ event }) => event.output },
                target: '#passkeyList.loading',
                actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
              },
              {
                target: 'editing',
                actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
              },
            ],
            onError: { target: 'editing', actions: { type: 'notify', params: 'unexpected' } },
          },
        },
        reauthenticating: {
          invoke: {
            id: 'reauthentication',
            src: 'reauthentication',
            input: ({ context: { email } }) => ({ email }),
            onDone: [
              {
                guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
                target: 'saving',
                actions: { type: 'setLoggedInAt', params: ({ event }) => event.output },
              },
              { target: 'editing' },
            ],
            onError: { target: 'editing', actions: { type: 'notify', params: 'unexpected' } },
          },
        },
      },
    },
    confirmingRemoval: { on: { 'removal.confirmed': 'removing', 'change.cancelled': 'listed' } },
    removing: {
      tags: 'busy',
      invoke: {
        id: 'removePasskey',
        src: 'removePasskey',
        input: ({ context: { id } }) => ({ id: required(id) }),
        onDone: [
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'loading',
            actions: { type: 'notify', params: 'passkeyRemoved' },
          },
          {
            guard: { type: 'needsLogin', params: ({ event }) => event.output },
            target: 'reauthenticating',
          },
          {
            guard: { type: 'isOffline', params: ({ event }) => event.output },
            target: 'confirmingRemoval',
            actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
          },
          {
            target: 'loading',
            actions: { type: 'notify', params: ({ event }) => noticeOf(event.output) },
          },
        ],
        onError: { target: 'confirmingRemoval', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    reauthenticating: {
      invoke: {
        id: 'reauthentication',
        src: 'reauthentication',
        input: ({ context: { email } }) => ({ email }),
        onDone: [
          {
            guard: { type: 'isLoggedIn', params: ({ event }) => event.output },
            target: 'removing',
            actions: { type: 'setLoggedInAt', params: ({ event }) => event.output },
          },
          { target: 'confirmingRemoval' },
        ],
        onError: { target: 'confirmingRemoval', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
  },
});
