import { assign, type PromiseActorLogic, sendTo, setup, spawnChild } from 'xstate';
import { type Notifier, notifierOf } from './rules/notice.ts';

export type CheckoutScriptNotice = 'scriptNotLoaded' | 'unknown' | 'notReady';

/** The result of loading the script. `notReady`: the script does not define the payment object. */
export type LoadScriptResult = { ok: true } | { ok: false; notice: 'scriptNotLoaded' | 'notReady' };

/** Loads the payment provider's script for a paid plan, and emits a notice if that fails. */
export const checkoutScriptMachine = setup({
  types: {
    input: {} as { isWanted: boolean },
    context: {} as { isWanted: boolean; notice: CheckoutScriptNotice },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    loadScript: PromiseActorLogic<LoadScriptResult, void>;
    notifier: Notifier;
  },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isLoaded: (_, result: LoadScriptResult) => result.ok,
  },
  actions: {
    setNotice: assign((_, result: LoadScriptResult) =>
      result.ok ? {} : { notice: result.notice },
    ),
    startNotifier: spawnChild('notifier', { id: 'notifier', systemId: 'notifier' }),
    notify: sendTo(notifierOf, ({ context }) => ({
      type: 'notice' as const,
      notice: context.notice,
    })),
  },
}).createMachine({
  id: 'checkoutScript',
  description: "Loads the payment provider's script for a paid plan.",
  context: ({ input }) => ({ isWanted: input.isWanted, notice: 'unknown' }),
  entry: 'startNotifier',
  initial: 'deciding',
  states: {
    deciding: {
      always: [{ guard: 'isWanted', target: 'loading' }, { target: 'unused' }],
    },
    unused: {
      type: 'final',
      description: 'No paid plan is chosen, or no key is configured. Nothing is loaded.',
    },
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadScript',
        src: 'loadScript',
        onDone: [
          {
            guard: { type: 'isLoaded', params: ({ event }) => event.output },
            target: 'ready',
          },
          {
            target: 'failed',
            actions: { type: 'setNotice', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed' },
      },
    },
    ready: {
      type: 'final',
      description: 'The provider accepted the key. Nothing is charged during the free trial.',
    },
    failed: {
      type: 'final',
      tags: 'error',
      description: 'A notice states the cause. The sign-up continues without the script.',
      entry: 'notify',
    },
  },
});
