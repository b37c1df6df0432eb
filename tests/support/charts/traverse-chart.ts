import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
  type Snapshot,
} from 'xstate';
import { edgeIdOf } from '#charts/model/chart-edges.ts';
import { replaceActors } from '#charts/model/replace-actors.ts';
import type { EdgePath } from '#paths/edge-paths.ts';
import { createControlledChild, settleChild } from './controlled-child.ts';

const child = createControlledChild();

/**
 * Traverses a path on a running actor with controlled children and a simulated clock. Throws if the
 * actor takes other edges, reaches another configuration, or lacks the child or delay of a step.
 */
export const traversePath = (machine: AnyStateMachine, { input, edges, steps }: EdgePath): void => {
  let takenEdges: string[] = [];
  const actor = createActor(
    replaceActors(machine, () => child),
    {
      clock: new SimulatedClock(),
      input,
      inspect: (inspected) => {
        if (
          inspected.type === '@xstate.microstep' &&
          inspected.actorRef.sessionId === inspected.rootId
        )
          takenEdges.push(...inspected._transitions.map(edgeIdOf));
      },
    },
  );
  const compare = (cause: string, expectedValue: unknown, actualValue: unknown) => {
    const [expected, found] = [JSON.stringify(expectedValue), JSON.stringify(actualValue)];
    if (expected !== found) throw new Error(`${cause} led to ${found}, not to ${expected}`);
  };
  const answer = (id: string, event: AnyEventObject, snapshot: Partial<Snapshot<unknown>>) => {
    const asked = actor.getSnapshot().children[id];
    if (!asked) throw new Error(`no child ${id} is running`);
    // A child that an action spawns without a name can't be replaced; the event is sent instead.
    if ('logic' in asked && asked.logic !== child) actor.send(event);
    else settleChild(asked, snapshot);
  };
  const isRunning = (delay: string) =>
    Object.values(actor.system.getSnapshot()._scheduledEvents).some(
      ({ event }) => event.type === delay,
    );

  // An error of the chart is rethrown below.
  actor.subscribe({ error: () => {} });
  actor.start();
  compare('the start', edges, takenEdges);
  for (const { event, value, edges: expected } of steps) {
    takenEdges = [];
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
    compare(event.type, expected, takenEdges);
  }
  actor.stop();
};
