import { assign, emit, type PromiseActorLogic, setup } from 'xstate';

export type CheckoutScriptNotice = 'scriptNotLoaded' | 'unknown' | 'notReady';

/** What came of loading the script. */
export type ScriptLoaded = { ok: true } | { ok: false; notice: CheckoutScriptNotice };

/** What the payment provider's window is opened with, beyond the key. */
export interface PaymentRequest {
  name: string;
  description: string;
}

/** Loads the payment provider's script when a paid plan was chosen, and opens its window. */
export const checkoutScriptMachine = setup({
  types: {
    input: {} as { isWanted: boolean },
    context: {} as { isWanted: boolean; payment?: PaymentRequest },
    events: {} as { type: 'payment.requested'; payment: PaymentRequest },
    emitted: {} as { type: 'notice'; notice: CheckoutScriptNotice },
    tags: {} as 'busy' | 'error',
  },
  actors: {} as {
    loadScript: PromiseActorLogic<ScriptLoaded, void>;
    openPayment: PromiseActorLogic<void, { payment?: PaymentRequest | undefined }>;
  },
  guards: {
    isWanted: ({ context }) => context.isWanted,
    isLoaded: (_, loaded: ScriptLoaded) => loaded.ok,
  },
  actions: {
    keepPayment: assign({ payment: (_, { payment }: { payment: PaymentRequest }) => payment }),
    tellNotReady: emit({ type: 'notice', notice: 'notReady' }),
    tellUnknown: emit({ type: 'notice', notice: 'unknown' }),
    tellFailure: emit((_, loaded: ScriptLoaded) => ({
      type: 'notice' as const,
      notice: loaded.ok ? ('unknown' as const) : loaded.notice,
    })),
  },
}).createMachine({
  id: 'checkoutScript',
  description: "The payment provider's script is loaded, and opens a payment once it is ready.",
  context: ({ input }) => ({ isWanted: input.isWanted }),
  initial: 'arriving',
  on: { 'payment.requested': { actions: 'tellNotReady' } },
  states: {
    arriving: {
      always: [{ guard: 'isWanted', target: 'loading' }, { target: 'unused' }],
    },
    unused: {
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
            actions: { type: 'tellFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'failed', actions: 'tellUnknown' },
      },
    },
    ready: {
      on: {
        'payment.requested': {
          target: 'opening',
          actions: { type: 'keepPayment', params: ({ event }) => event },
        },
      },
    },
    opening: {
      tags: 'busy',
      description: "The provider's own window comes up over the page.",
      invoke: {
        id: 'openPayment',
        src: 'openPayment',
        input: ({ context: { payment } }) => ({ payment }),
        onDone: 'ready',
        onError: { target: 'ready', actions: 'tellUnknown' },
      },
    },
    failed: { tags: 'error', description: 'The script did not come: no payment can be opened.' },
  },
});
