import {
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
} from 'xstate';
import { edgeIdOf } from '#charts/chart-edges.ts';
import { replaceChildren } from './replace-children.ts';

/** What one event leads to, and the edges that were taken on the way, `always` included. */
export interface Step {
  snapshot: AnyMachineSnapshot;
  edges: string[];
}

/**
 * Steps through a chart without running anything: children never answer, delays never end, actions
 * other than `assign` and `raise` are not carried out. Done, error and after events are sent like
 * any other.
 */
export const createSteps = (chart: AnyStateMachine) => {
  const machine = replaceChildren(
    chart,
    fromPromise(() => new Promise(() => {})),
  );
  let edges: string[] = [];
  const scopeOf = (input: unknown): AnyActorScope => {
    const self = createActor(machine, {
      input,
      inspect: (inspected) => {
        if (inspected.type === '@xstate.microstep')
          edges.push(...inspected._transitions.map(edgeIdOf));
      },
    });
    const ignore = () => {};
    return {
      self,
      id: '',
      sessionId: '',
      system: self.system,
      logger: ignore,
      defer: ignore,
      emit: ignore,
      stopChild: ignore,
      actionExecutor: ignore,
    };
  };
  const collecting = (step: () => AnyMachineSnapshot): Step => {
    edges = [];
    const snapshot = step();
    return { snapshot, edges: [...edges] };
  };

  /** Where a chart with this input is before its first event, and how to go on from there. */
  const startWith = (input: unknown) => {
    const scope = scopeOf(input);
    return {
      first: collecting(() => machine.getInitialSnapshot(scope, input)),
      /** The ids of the edges that an event would take first, none where it changes nothing. */
      open: (snapshot: AnyMachineSnapshot, event: AnyEventObject): string[] =>
        snapshot.status === 'active'
          ? (machine.getTransitionData(snapshot, event) ?? []).map(edgeIdOf)
          : [],
      take: (snapshot: AnyMachineSnapshot, event: AnyEventObject): Step =>
        collecting(() => machine.transition(snapshot, event, scope)),
    };
  };

  return { machine, startWith };
};
