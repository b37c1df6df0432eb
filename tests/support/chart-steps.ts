import {
  type ActorSystem,
  type ActorSystemInfo,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromPromise,
} from 'xstate';
import { edgeIdOf } from '#charts/chart-edges.ts';
import { type Effect, effectOf } from './chart-effects.ts';
import { replaceChildren } from './replace-children.ts';

/** What one event leads to, and the edges that were taken on the way, `always` included. */
export interface Step {
  snapshot: AnyMachineSnapshot;
  edges: string[];
  effects: Effect[];
}

/** Where actors that have a name in their system are entered. */
interface Registry {
  _set: (name: string, actor: AnyActorRef) => void;
  _unregister: (actor: AnyActorRef) => void;
}

/** A child answers only while it is there, and a delay ends only where it runs. */
const canHappen = ({ children, _nodes }: AnyMachineSnapshot, type: string): boolean => {
  const [, child] = /^xstate\.(?:(?:done|error)\.actor|snapshot)\.(.*)$/.exec(type) ?? [];
  if (child !== undefined) return children[child] !== undefined;
  return !type.startsWith('xstate.after.') || _nodes.some((node) => node.transitions.has(type));
};

/**
 * Steps through a chart without running anything: children never answer, delays never end, actions
 * other than `assign` and `raise` are not carried out, only told as effects. Done, error and after events are sent like
 * any other. What breaks on the way is told with the event and the state.
 */
export const createSteps = (chart: AnyStateMachine) => {
  const machine = replaceChildren(
    chart,
    fromPromise(() => new Promise(() => {})),
  );
  let edges: string[] = [];
  let effects: Effect[] = [];
  const scopeOf = (input: unknown): AnyActorScope => {
    const self = createActor(machine, {
      input,
      inspect: (inspected) => {
        if (
          inspected.type === '@xstate.microstep' &&
          inspected.actorRef.sessionId === inspected.rootId
        )
          edges.push(...inspected._transitions.map(edgeIdOf));
      },
    });
    const system = self.system as ActorSystem<ActorSystemInfo> & Registry;
    const { _set: enter, _unregister: leave } = system;
    // One system sees every way a chart can go, so a name is free again for whoever comes next.
    system._set = (name, actor) => {
      const before = system.get(name as never);
      if (before) leave(before);
      enter(name, actor);
    };
    const ignore = () => {};
    return {
      self,
      id: '',
      sessionId: '',
      system,
      logger: ignore,
      defer: ignore,
      emit: ignore,
      stopChild: ignore,
      actionExecutor: (action) => {
        const effect = effectOf(action);
        if (effect) effects.push(effect);
      },
    };
  };
  const collecting = (step: () => AnyMachineSnapshot, cause = ''): Step => {
    edges = [];
    effects = [];
    const snapshot = step();
    if (snapshot.status === 'error') throw snapshot.error;
    // A child that has just ended is not stopped by that.
    const isItsEnd = ({ kind, ...effect }: Effect) =>
      kind === 'stops' && 'id' in effect && cause.endsWith(`.actor.${effect.id}`);
    return { snapshot, edges: [...edges], effects: effects.filter((effect) => !isItsEnd(effect)) };
  };
  const telling = <Result>(where: () => string, run: () => Result): Result => {
    try {
      return run();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${machine.id} ${where()}: ${reason}`, { cause });
    }
  };
  const at =
    (snapshot: AnyMachineSnapshot, { type, ...payload }: AnyEventObject) =>
    () =>
      `breaks at ${JSON.stringify(snapshot.value)} on ${type} with ${JSON.stringify(payload)}`;

  /** Where a chart with this input is before its first event, and how to go on from there. */
  const startWith = (input: unknown) => {
    const scope = scopeOf(input);
    return {
      first: telling(
        () => `can't start with the input ${JSON.stringify(input)}`,
        () => collecting(() => machine.getInitialSnapshot(scope, input)),
      ),
      /** The ids of the edges that an event would take first, none where it changes nothing. */
      open: (snapshot: AnyMachineSnapshot, event: AnyEventObject): string[] =>
        snapshot.status === 'active' && canHappen(snapshot, event.type)
          ? telling(at(snapshot, event), () =>
              (machine.getTransitionData(snapshot, event) ?? []).map(edgeIdOf),
            )
          : [],
      take: (snapshot: AnyMachineSnapshot, event: AnyEventObject): Step =>
        telling(at(snapshot, event), () =>
          collecting(() => machine.transition(snapshot, event, scope), event.type),
        ),
    };
  };

  return { machine, startWith };
};
