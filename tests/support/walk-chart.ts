import { type AnyStateMachine, createActor, fromPromise, SimulatedClock } from 'xstate';
import { edgeIdOf } from '#charts/chart-edges.ts';
import type { EdgePath } from './edge-paths.ts';
import { replaceChildren } from './replace-children.ts';

/** Longer than any delay of our charts. */
const LONG_MS = 400 * 24 * 60 * 60_000;

interface Deferred {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Walks a path on a running actor whose children are promises in the hands of the walk. Throws where
 * the actor takes other edges than the path says, or comes to another configuration.
 */
export const walk = async (
  machine: AnyStateMachine,
  { input, edges, steps }: EdgePath,
): Promise<void> => {
  const pending = new Map<string, Deferred>();
  const child = fromPromise(
    ({ self }) =>
      new Promise((resolve, reject) => {
        pending.set(self.id, { resolve, reject });
      }),
  );
  const clock = new SimulatedClock();
  let taken: string[] = [];
  const actor = createActor(replaceChildren(machine, child), {
    clock,
    input,
    inspect: (inspected) => {
      if (inspected.type === '@xstate.microstep')
        taken.push(...inspected._transitions.map(edgeIdOf));
    },
  });
  const compare = (cause: string, said: unknown, done: unknown) => {
    const [expected, found] = [JSON.stringify(said), JSON.stringify(done)];
    if (expected !== found) throw new Error(`${cause} led to ${found}, not to ${expected}`);
  };
  actor.start();
  compare('the start', edges, taken);
  for (const { event, value, edges: expected } of steps) {
    taken = [];
    const [, kind, id = ''] =
      /^xstate\.(done\.actor|error\.actor|after)\.(.*)$/.exec(event.type) ?? [];
    if (kind === 'done.actor')
      pending.get(id)?.resolve('output' in event ? event['output'] : undefined);
    else if (kind === 'error.actor') pending.get(id)?.reject(new Error('the network broke'));
    else if (kind === 'after') clock.increment(LONG_MS);
    else actor.send(event);
    await settle();
    compare(event.type, value, actor.getSnapshot().value);
    compare(event.type, expected, taken);
  }
  actor.stop();
};
