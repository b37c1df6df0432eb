import { assign, emit, type PromiseActorLogic, setup } from 'xstate';
import { canChangePassword, newPasswordFault } from '#contract/password.ts';
import type { Destination } from '#contract/signed-in.ts';
import { destinationOf } from '#contract/signed-in.ts';

/** What the server said to a new password. `stale`: the proof of the address is too old. */
export type PasswordChanged =
  | { ok: true; isAtsEnabled: boolean }
  | { ok: false; reason: 'refused' | 'stale' };

/** Sets a new password for the account that a code or a first login named. */
export const resetPasswordMachine = setup({
  types: {
    input: {} as { uuid?: string | undefined },
    context: {} as {
      uuid?: string | undefined;
      password: string;
      confirmation: string;
      isAtsEnabled: boolean;
    },
    events: {} as
      | { type: 'password.changed'; password: string }
      | { type: 'confirmation.changed'; confirmation: string }
      | { type: 'password.submitted' },
    emitted: {} as { type: 'notice'; notice: 'unexpected' },
    output: {} as { destination: Destination | 'forgotPassword' },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    changePassword: PromiseActorLogic<PasswordChanged, { uuid: string; password: string }>;
  },
  guards: {
    hasAccount: ({ context }) => context.uuid !== undefined,
    canChange: ({ context }) => canChangePassword(context),
    isFaulty: ({ context }) =>
      canChangePassword(context) && newPasswordFault(context.password) !== undefined,
    isChanged: (_, changed: PasswordChanged) => changed.ok,
    isRefused: (_, changed: PasswordChanged) => !changed.ok && changed.reason === 'refused',
  },
  actions: {
    keepPassword: assign({ password: (_, { password }: { password: string }) => password }),
    keepConfirmation: assign({
      confirmation: (_, { confirmation }: { confirmation: string }) => confirmation,
    }),
    keepChanged: assign((_, changed: PasswordChanged) => ({
      password: '',
      confirmation: '',
      isAtsEnabled: changed.ok && changed.isAtsEnabled,
    })),
    tellUnexpected: emit({ type: 'notice', notice: 'unexpected' }),
  },
}).createMachine({
  id: 'resetPassword',
  description: 'A new password is set, and the visitor goes on to the app.',
  context: ({ input }) => ({
    uuid: input.uuid,
    password: '',
    confirmation: '',
    isAtsEnabled: false,
  }),
  output: ({ context: { uuid, isAtsEnabled } }) => ({
    destination: uuid ? destinationOf({ status: 'accepted', isAtsEnabled }) : 'forgotPassword',
  }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: 'hasAccount', target: 'editing' }, { target: 'lost' }],
    },
    editing: {
      initial: 'neutral',
      states: {
        neutral: {},
        faulty: { tags: 'error', description: 'Too short or too long; nothing was sent.' },
        refused: {
          tags: 'error',
          description: 'The server knows it as common, or as the address.',
        },
        stale: { tags: 'error', description: 'The address has to prove itself again.' },
      },
      on: {
        'password.changed': {
          target: '.neutral',
          actions: { type: 'keepPassword', params: ({ event }) => event },
        },
        'confirmation.changed': {
          actions: { type: 'keepConfirmation', params: ({ event }) => event },
        },
        'password.submitted': [
          { guard: 'isFaulty', target: '.faulty' },
          { guard: 'canChange', target: 'saving' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      on: {
        'password.changed': { actions: { type: 'keepPassword', params: ({ event }) => event } },
        'confirmation.changed': {
          actions: { type: 'keepConfirmation', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context: { uuid = '', password } }) => ({ uuid, password }),
        onDone: [
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'keepChanged', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'editing.refused',
          },
          { target: 'editing.stale' },
        ],
        onError: { target: 'editing', actions: 'tellUnexpected' },
      },
    },
    changed: { type: 'final' },
    lost: { type: 'final', description: 'No account came along: the way begins at the address.' },
  },
});
