import { assign, type PromiseActorLogic, sendTo, setup, spawnChild } from 'xstate';
import { type PasswordError, validatePassword } from '#contract/password.ts';
import { required } from '#contract/text.ts';
import { type Notifier, notifierOf, toNoticeEvent } from './rules/notice.ts';
import { type Destination, destinationOf } from './rules/session.ts';

/** The result of a password change. `stale`: the email address was verified too long ago. */
export type ChangePasswordResult =
  | { ok: true; isAtsEnabled: boolean }
  | { ok: false; reason: 'refused' | 'stale' };

const destinationAfter = (result: ChangePasswordResult): Destination =>
  destinationOf({ status: 'accepted', isAtsEnabled: result.ok && result.isAtsEnabled });

/** The first validation error of a new password on a page that does not know the email address. */
export const validateNewPassword = (password: string): PasswordError | undefined =>
  validatePassword(password, '');

/** Whether a new password and its confirmation are filled in and equal. */
const canChangePassword = ({
  password,
  confirmation,
}: {
  password: string;
  confirmation: string;
}): boolean => password !== '' && password === confirmation;

/** Sets a new password for the account of a verified code or of a first login. */
export const resetPasswordMachine = setup({
  types: {
    input: {} as { uuid?: string | undefined },
    context: {} as {
      uuid?: string | undefined;
      password: string;
      confirmation: string;
      /** The password that was sent last; it may have been changed since. */
      sentPassword: string;
    },
    events: {} as
      | { type: 'password.changed'; password: string }
      | { type: 'confirmation.changed'; confirmation: string }
      | { type: 'password.submitted' },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    changePassword: PromiseActorLogic<ChangePasswordResult, { uuid: string; password: string }>;
    notifier: Notifier;
  },
  guards: {
    hasAccount: ({ context }) => context.uuid !== undefined,
    canChange: ({ context }) => canChangePassword(context),
    isInvalid: ({ context }) =>
      canChangePassword(context) && validateNewPassword(context.password) !== undefined,
    isChanged: (_, result: ChangePasswordResult) => result.ok,
    isStale: (_, result: ChangePasswordResult) => !result.ok && result.reason === 'stale',
    isPasswordChanged: ({ context }) => context.password !== context.sentPassword,
  },
  actions: {
    setPassword: assign({ password: (_, { password }: { password: string }) => password }),
    setConfirmation: assign({
      confirmation: (_, { confirmation }: { confirmation: string }) => confirmation,
    }),
    setSentPassword: assign({ sentPassword: ({ context }) => context.password }),
    clearPasswords: assign({ password: '', confirmation: '', sentPassword: '' }),
    openDestination: (_, _destination: Destination | 'forgotPassword') => {},
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, toNoticeEvent<'unexpected'>),
  },
}).createMachine({
  id: 'resetPassword',
  description: 'Sets a new password, then opens the app.',
  context: ({ input }) => ({
    uuid: input.uuid,
    password: '',
    confirmation: '',
    sentPassword: '',
  }),
  entry: 'startNotifier',
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'hasAccount', target: 'editing' }, { target: 'accountMissing' }],
    },
    editing: {
      initial: 'neutral',
      states: {
        neutral: {},
        invalid: {
          tags: 'error',
          description: 'The password is too short or too long. Nothing was sent.',
        },
        refused: {
          tags: 'error',
          description: 'The server rejected a common password or the email address.',
        },
        stale: { tags: 'error', description: 'The email address has to be verified again.' },
      },
      on: {
        'password.changed': {
          target: '.neutral',
          actions: { type: 'setPassword', params: ({ event }) => event },
        },
        'confirmation.changed': {
          actions: { type: 'setConfirmation', params: ({ event }) => event },
        },
        'password.submitted': [
          { guard: 'isInvalid', target: '.invalid' },
          { guard: 'canChange', target: 'saving', actions: 'setSentPassword' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      on: {
        'password.changed': {
          actions: { type: 'setPassword', params: ({ event }) => event },
        },
        'confirmation.changed': {
          actions: { type: 'setConfirmation', params: ({ event }) => event },
        },
      },
      invoke: {
        id: 'changePassword',
        src: 'changePassword',
        input: ({ context: { uuid, password } }) => ({ uuid: required(uuid), password }),
        onDone: [
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: [
              'clearPasswords',
              { type: 'openDestination', params: ({ event }) => destinationAfter(event.output) },
            ],
          },
          {
            guard: { type: 'isStale', params: ({ event }) => event.output },
            target: 'editing.stale',
          },
          { guard: 'isPasswordChanged', target: 'editing' },
          { target: 'editing.refused' },
        ],
        onError: { target: 'editing', actions: { type: 'notify', params: 'unexpected' } },
      },
    },
    changed: { type: 'final' },
    accountMissing: {
      type: 'final',
      description:
        'The navigation state contains no account. Opens the page for a forgotten password.',
      entry: { type: 'openDestination', params: 'forgotPassword' },
    },
  },
});
