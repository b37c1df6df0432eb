import {
  and,
  assign,
  enqueueActions,
  forwardTo,
  fromCallback,
  fromPromise,
  not,
  or,
  raise,
  setup,
  spawnChild,
  stateIn,
} from 'xstate';

interface Volume {
  level: number;
}

/** What can be played. */
interface Track {
  id: string;
  seconds: number;
}

type KeyEvent = { type: 'key.pressed' | 'key.held'; key: string };

const loadTrack = fromPromise<Track, { id: string }>(async ({ input: { id } }) => ({
  id,
  seconds: 3,
}));

/**
 * Plays tracks: a chart with everything that the product's charts do not use, such as history
 * states, wildcards and `spawnChild`.
 */
export const playerMachine = setup({
  types: {
    input: {} as { id: string },
    context: {} as { id: string; tries: number },
    events: {} as
      | KeyEvent
      | ({ type: 'volume.changed' } & Volume)
      | { type: 'opened' | 'closed' | 'again' | 'split' },
    emitted: {} as { type: 'played'; track: Track },
    output: {} as { seconds: number },
  },
  actors: { loadTrack, tick: fromCallback<{ type: 'beat' }, { everyMs: number }>(() => {}) },
  delays: { blink: 500 },
  guards: {
    isFresh: ({ context }) => context.tries < 3,
    isAbove: ({ context }, { tries }: { tries: number }) => context.tries > tries,
    isQuiet: and(['isFresh', not(stateIn({ sound: 'on' }))]),
  },
  actions: {
    startTick: spawnChild('tick', { id: 'ticking', input: { everyMs: 3 } }),
    retry: enqueueActions(({ enqueue }) => {
      enqueue.raise({ type: 'again' });
      enqueue.spawnChild('tick', { id: 'retrying', input: { everyMs: 9 } });
    }),
    passToTick: forwardTo('ticking'),
    callAgain: raise({ type: 'again' }, { delay: 'blink' }),
    count: assign({ tries: ({ context }) => context.tries + 1 }),
    show: (_, _step: string) => {},
  },
}).createMachine({
  id: 'player',
  description: 'Plays tracks.',
  type: 'parallel',
  context: ({ input }) => ({ ...input, tries: 0 }),
  entry: 'startTick',
  exit: { type: 'show', params: 'over' },
  on: { '*': { actions: 'count' }, 'volume.*': { actions: 'passToTick' } },
  states: {
    sound: { initial: 'on', states: { on: { on: { 'key.pressed': 'off' } }, off: {} } },
    note: {
      initial: 'end',
      states: {
        end: {
          id: 'end',
          tags: ['idle', 'early'],
          after: {
            700: 'state',
            blink: [
              { guard: 'isFresh', target: 'state' },
              { target: '#end', reenter: true },
            ],
          },
          always: {
            guard: or([{ type: 'isAbove', params: { tries: 3 } }, not('isQuiet')]),
            actions: 'retry',
          },
        },
        state: {
          initial: 'deep',
          on: {
            again: { target: 'state', reenter: true },
            opened: '.deep.second',
            closed: 'before',
            split: { target: ['#player.note.both.left.b', '#player.note.both.right.d'] },
          },
          onDone: { target: 'both', actions: 'callAgain' },
          states: {
            deep: {
              initial: 'first',
              onDone: 'finished',
              states: {
                first: { on: { again: '#player.note.state' } },
                second: { type: 'final' },
              },
            },
            finished: { type: 'final' },
            resumed: { type: 'history', history: 'deep', target: 'deep.second' },
          },
        },
        before: { type: 'history' },
        both: {
          type: 'parallel',
          invoke: {
            id: 'load',
            src: 'loadTrack',
            input: ({ context }) => ({ id: context.id }),
            onDone: '#player.note.state.resumed',
            onError: { actions: 'count' },
          },
          states: {
            left: { initial: 'a', states: { a: {}, b: {} } },
            right: { initial: 'c', states: { c: {}, d: {} } },
          },
        },
        '1 "odd" <key>': {},
      },
    },
  },
});
