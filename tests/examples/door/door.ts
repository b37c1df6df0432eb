import { assign, type PromiseActorLogic, setup } from 'xstate';

/** Three wrong tries lock the door for a minute. */
export const doorMachine = setup({
  types: {
    context: {} as { tries: number },
    events: {} as { type: 'code.entered' },
  },
  actors: {} as { check: PromiseActorLogic<{ isRight: boolean }, void> },
  delays: { pause: 60_000 },
  guards: {
    isLastTry: ({ context }) => context.tries >= 2,
    isRight: (_, { isRight }: { isRight: boolean }) => isRight,
  },
  actions: {
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    resetTries: assign({ tries: 0 }),
  },
}).createMachine({
  id: 'door',
  context: { tries: 0 },
  initial: 'closed',
  states: {
    closed: { on: { 'code.entered': 'checking' } },
    checking: {
      invoke: {
        id: 'check',
        src: 'check',
        onDone: [
          { guard: { type: 'isRight', params: ({ event }) => event.output }, target: 'open' },
          { guard: 'isLastTry', target: 'locked' },
          { target: 'closed', actions: 'countTry' },
        ],
        onError: 'closed',
      },
    },
    locked: { after: { pause: { target: 'closed', actions: 'resetTries' } } },
    open: { type: 'final' },
  },
});
