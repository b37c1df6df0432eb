import {
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromPromise,
  SimulatedClock,
} from 'xstate';
import type { EdgePath } from './edge-paths.ts';
import { nodesOf, replaceChildren } from './replace-children.ts';

/** Longer than any delay of our charts. */
const LONG_MS = 400 * 24 * 60 * 60_000;

interface Deferred {
  resolve: (output: unknown) => void;
  reject: (error: unknown) => void;
}

const edgesOf = (machine: AnyStateMachine): AnyTransitionDefinition[] =>
  nodesOf(machine).flatMap((node) => [
    ...[...node.transitions.values()].flat(),
    ...(node.always ?? []),
  ]);

const nameOf = (edge: AnyTransitionDefinition): string => {
  const targets = (edge.target ?? []).map(({ id }) => id).join(', ') || '(stays)';
  const guard = typeof edge.guard === 'object' ? edge.guard.type : edge.guard;
  return `${edge.source.id} --${edge.eventType || 'always'}${guard ? ` [${guard}]` : ''}--> ${targets}`;
};

const settle = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Walks paths on running actors whose children are promises in the hands of the walk, and tells
 * which edges of the chart were never taken. A configuration other than the path's is an error.
 */
export const createWalk = (machine: AnyStateMachine) => {
  const pending = new Map<string, Deferred>();
  const child = fromPromise(
    ({ self }) =>
      new Promise((resolve, reject) => {
        pending.set(self.id, { resolve, reject });
      }),
  );
  const driven = replaceChildren(machine, child);
  const untaken = new Set(edgesOf(driven));

  const walk = async ({ input, steps }: EdgePath): Promise<void> => {
    const clock = new SimulatedClock();
    const actor = createActor(driven, {
      clock,
      input,
      inspect: (inspected) => {
        if (inspected.type === '@xstate.microstep')
          for (const edge of inspected._transitions) untaken.delete(edge);
      },
    });
    actor.start();
    for (const { event, value } of steps) {
      const [, kind, id = ''] =
        /^xstate\.(done\.actor|error\.actor|after)\.(.*)$/.exec(event.type) ?? [];
      if (kind === 'done.actor')
        pending.get(id)?.resolve('output' in event ? event.output : undefined);
      else if (kind === 'error.actor') pending.get(id)?.reject(new Error('the network broke'));
      else if (kind === 'after') clock.increment(LONG_MS);
      else actor.send(event);
      await settle();
      const reached = JSON.stringify(actor.getSnapshot().value);
      if (reached !== JSON.stringify(value))
        throw new Error(`${event.type} led to ${reached}, not to ${JSON.stringify(value)}`);
    }
    actor.stop();
  };

  return { walk, untakenEdges: () => [...untaken].map(nameOf) };
};
