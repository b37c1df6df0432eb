import { assign, emit, type PromiseActorLogic, setup } from 'xstate';

export type CheckoutScriptNotice = 'scriptNotLoaded' | 'unknown' | 'notReady';

/** What came of loading the script. `notReady`: it came without the payment object. */
export type ScriptLoaded = { ok: true } | { ok: false; notice: 'scriptNotLoaded' | 'notReady' };

/** Loads the payment provider's script when a paid plan was chosen, and tells what keeps it away. */
export const checkoutScriptMachine = setup({
  types: {
    input: {} as { isWanted: boolean },
    context: {} as { isWanted: boolean; notice: CheckoutScriptNotice },
    emitted: {} as { type: 'notice'; notice: CheckoutScriptNotice },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as { loadScript: PromiseActorLogic<ScriptLoaded, void> },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isLoaded: (_, loaded: ScriptLoaded) => loaded.ok,
  },
  actions: {
    keepNotice: assign((_, loaded: ScriptLoaded) => (loaded.ok ? {} : { notice: loaded.notice })),
    tell: emit(({ context }) => ({ type: 'notice' as const, notice: context.notice })),
  },
}).createMachine({
  id: 'checkoutScript',
  description: "The payment provider's script is loaded for a paid plan.",
  context: ({ input }) => ({ isWanted: input.isWanted, notice: 'unknown' }),
  initial: 'arriving',
  states: {
    arriving: {
      always: [{ guard: 'isWanted', target: 'loading' }, { target: 'unused' }],
    },
    unused: {
      type: 'final',
      description: 'No paid plan was chosen, or no key is configured: nothing is loaded.',
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
            actions: { type: 'keepNotice', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed' },
      },
    },
    ready: {
      type: 'final',
      description: 'The provider has taken the key. Nothing is charged during the free trial.',
    },
    failed: {
      type: 'final',
      tags: 'error',
      description: 'The visitor is told why; the sign-up goes on without it.',
      entry: 'tell',
    },
  },
});
