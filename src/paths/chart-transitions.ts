import {
  type ActorSystem,
  type ActorSystemInfo,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
} from 'xstate';
import { edgeIdOf } from '#charts/model/chart-edges.ts';
import { assertImplemented, replaceActors } from '#charts/model/replace-actors.ts';
import { type Effect, effectOf, selfSentEvent } from './path-outcome.ts';

/** The next snapshot, the ids of the edges that were taken (`always` included), and the effects. */
export interface TransitionResult {
  snapshot: AnyMachineSnapshot;
  edges: string[];
  effects: Effect[];
}

const NOTHING = fromCallback(() => {});
/** An actor outside of the chart that is tested alone. */
const createOutsideActor = (id: string) => createActor(NOTHING, { id });

/** The part of an actor system that registers actors by `systemId`. */
interface Registry {
  _set: (systemId: string, actor: AnyActorRef) => void;
  _unregister: (actor: AnyActorRef) => void;
}

/** Limit of events per step that a chart sends to itself; a chart above it never settles. */
const SELF_SENT_MAX = 1000;

/** A child actor can only send events while it exists; a delay can only end while it is scheduled. */
const canOccur = ({ children, _nodes }: AnyMachineSnapshot, type: string): boolean => {
  const [, child] = /^xstate\.(?:(?:done|error)\.actor|snapshot)\.(.*)$/.exec(type) ?? [];
  if (child !== undefined) return children[child] !== undefined;
  return !type.startsWith('xstate.after.') || _nodes.some((node) => node.transitions.has(type));
};

/**
 * Pure transitions of a chart: child actors never answer, delays never end, and actions other than
 * `assign` and `raise` are recorded as effects instead of executed. Done, error and after events are
 * passed like any other. Events that the chart sends to itself by `sendTo` are delivered, unless the
 * caller passes them too. An exception in the chart is rethrown with the event and the state value.
 */
export const createTransitions = (
  chart: AnyStateMachine,
  { isSelfSentDelivered = true }: { isSelfSentDelivered?: boolean } = {},
) => {
  const machine = replaceActors(chart, () => fromPromise(() => new Promise(() => {})));
  assertImplemented(machine);
  let edges: string[] = [];
  let effects: Effect[] = [];
  /** Events that the chart sent to itself by `sendTo`, in order. */
  let selfSent: AnyEventObject[] = [];
  const createScope = (input: unknown): AnyActorScope => {
    const self = createActor(machine, {
      input,
      inspect: (inspected) => {
        if (inspected.type !== '@xstate.microstep') return;
        if (inspected.actorRef.sessionId !== inspected.rootId) return;
        edges.push(...inspected._transitions.map(edgeIdOf));
      },
    });
    // The target of `sendParent` in a chart that is tested alone.
    Object.assign(self, { _parent: createOutsideActor('parent') });
    const system = self.system as ActorSystem<ActorSystemInfo> & Registry;
    const { _set: register, _unregister: unregister, get: registeredAs } = system;
    // All branches share one system, so a systemId that another branch registered is replaced.
    system._set = (systemId, actor) => {
      const registered = registeredAs(systemId as never);
      if (registered) unregister(registered);
      register(systemId, actor);
    };
    // Another chart may have registered it; XState would send to the chart itself instead.
    system.get = (systemId) => registeredAs(systemId) ?? (createOutsideActor(systemId) as never);
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
        const effect = effectOf(action, self);
        if (effect) effects.push(effect);
        const sent = selfSentEvent(action, self);
        if (sent && isSelfSentDelivered) selfSent.push(sent);
      },
    };
  };
  /** Events to itself by `sendTo` are processed after the step that sent them. */
  const deliverSelfSent = (settled: AnyMachineSnapshot, scope: AnyActorScope) => {
    let snapshot = settled;
    let delivered = 0;
    for (let event = selfSent.shift(); event; event = selfSent.shift()) {
      if (snapshot.status !== 'active') break;
      delivered += 1;
      if (delivered > SELF_SENT_MAX) throw new Error(`it sends ${event.type} to itself endlessly`);
      snapshot = machine.transition(snapshot, event, scope);
    }
    return snapshot;
  };
  const record = (
    next: () => AnyMachineSnapshot,
    scope: AnyActorScope,
    eventType = '',
  ): TransitionResult => {
    edges = [];
    effects = [];
    selfSent = [];
    const snapshot = deliverSelfSent(next(), scope);
    if (snapshot.status === 'error') throw snapshot.error;
    // XState stops a child after its own done or error event; that is no effect of the transition.
    const isOwnEnd = ({ kind, ...effect }: Effect) =>
      kind === 'stops' && 'id' in effect && eventType.endsWith(`.actor.${effect.id}`);
    return { snapshot, edges: [...edges], effects: effects.filter((effect) => !isOwnEnd(effect)) };
  };
  const withLocation = <Result>(where: () => string, run: () => Result): Result => {
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
      `throws at ${JSON.stringify(snapshot.value)} on ${type} with ${JSON.stringify(payload)}`;

  /** The initial transition for an input, and the functions that continue from it. */
  const startWith = (input: unknown) => {
    const scope = createScope(input);
    return {
      first: withLocation(
        () => `can't start with the input ${JSON.stringify(input)}`,
        () => record(() => machine.getInitialSnapshot(scope, input), scope),
      ),
      /** Ids of the edges that the event takes first; none where it changes nothing. */
      enabledEdges: (snapshot: AnyMachineSnapshot, event: AnyEventObject): string[] =>
        snapshot.status === 'active' && canOccur(snapshot, event.type)
          ? withLocation(at(snapshot, event), () =>
              (machine.getTransitionData(snapshot, event) ?? []).map(edgeIdOf),
            )
          : [],
      take: (snapshot: AnyMachineSnapshot, event: AnyEventObject): TransitionResult =>
        withLocation(at(snapshot, event), () =>
          record(() => machine.transition(snapshot, event, scope), scope, event.type),
        ),
    };
  };

  return { machine, startWith };
};
