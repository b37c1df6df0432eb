import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type Snapshot,
} from 'xstate';
import { edgeIdOf } from '#charts/chart-edges.ts';
import { answerChild, createAnsweredChild } from './answered-child.ts';
import type { EdgePath } from './edge-paths.ts';
import { replaceChildren } from './replace-children.ts';

const child = createAnsweredChild();

/**
 * Walks a path on a running actor whose children and delays are in the hands of the walk. Throws
 * where the actor takes other edges than the path says, comes to another configuration, or has no
 * such child or delay.
 */
export const walk = (machine: AnyStateMachine, { input, edges, steps }: EdgePath): void => {
  let taken: string[] = [];
  const actor = createActor(replaceChildren(machine, child), {
    clock: new SimulatedClock(),
    input,
    inspect: (inspected) => {
      if (
        inspected.type === '@xstate.microstep' &&
        inspected.actorRef.sessionId === inspected.rootId
      )
        taken.push(...inspected._transitions.map(edgeIdOf));
    },
  });
  const compare = (cause: string, said: unknown, done: unknown) => {
    const [expected, found] = [JSON.stringify(said), JSON.stringify(done)];
    if (expected !== found) throw new Error(`${cause} led to ${found}, not to ${expected}`);
  };
  const answer = (id: string, event: AnyEventObject, snapshot: Partial<Snapshot<unknown>>) => {
    const asked = actor.getSnapshot().children[id];
    if (!asked) throw new Error(`no child ${id} is running`);
    // What an action spawns without a name can't be replaced; it goes on, whatever it says.
    if ('logic' in asked && asked.logic !== child) actor.send(event);
    else answerChild(asked, snapshot);
  };
  const isRunning = (delay: string) =>
    Object.values(actor.system.getSnapshot()._scheduledEvents).some(
      ({ event }) => event.type === delay,
    );

  // A chart that breaks is told below.
  actor.subscribe({ error: () => {} });
  actor.start();
  compare('the start', edges, taken);
  for (const { event, value, edges: expected } of steps) {
    taken = [];
    const [, kind, id = ''] =
      /^xstate\.(done\.actor|error\.actor|after)\.(.*)$/.exec(event.type) ?? [];
    if (kind === 'done.actor') answer(id, event, { status: 'done', output: event['output'] });
    else if (kind === 'error.actor')
      answer(id, event, {
        status: 'error',
        error: event['error'] ?? new Error('the network broke'),
      });
    else {
      if (kind === 'after' && !isRunning(event.type))
        throw new Error(`no ${event.type} is running`);
      actor.send(event);
    }
    const { status, value: found, error } = actor.getSnapshot();
    if (status === 'error') throw error;
    compare(event.type, value, found);
    compare(event.type, expected, taken);
  }
  actor.stop();
};
