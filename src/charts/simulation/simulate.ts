import {
  type ActorSystem,
  type ActorSystemInfo,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
} from 'xstate';
import { isMachine } from '../model/chart-edges.ts';
import { assertImplemented, replaceActors } from '../model/replace-actors.ts';
import type { PageMessage } from '../viewer/broadcast/messages.ts';
import { createReporter } from '../viewer/broadcast/report-actors.ts';

/** A chart to simulate, and those that stand for children which it declares by type only. */
export interface SimulatedChart {
  machine: AnyStateMachine;
  /** By the name of their source. */
  children: Record<string, AnyStateMachine>;
}

const RESOLVE = 'xstate.promise.resolve';
const REJECT = 'xstate.promise.reject';

/** Whether a logic is XState's `fromPromise`: only that of a promise ends by this event. */
const isPromise = ({ transition }: AnyActorLogic): boolean => {
  try {
    const next = transition({ status: 'active' }, { type: RESOLVE }, {} as never);
    return next.status === 'done';
  } catch {
    return false;
  }
};

const isLogic = (value: unknown): value is AnyActorLogic =>
  typeof value === 'object' && value !== null && 'transition' in value;

/** Waits until somebody answers. */
const waiting = fromPromise(() => new Promise(() => {}));

/** The chart whose promises wait for an answer. Its charts, callbacks and observables run themselves. */
const withoutPromises = ({ machine, children }: SimulatedChart): AnyStateMachine => {
  const known = new Map<AnyStateMachine, AnyStateMachine>();
  const prepare = (chart: AnyStateMachine): AnyStateMachine => {
    const prepared =
      known.get(chart) ??
      replaceActors(chart, (own, name = '') => {
        const logic = own ?? children[name];
        if (isMachine(logic)) return prepare(logic);
        return isLogic(logic) && !isPromise(logic) ? logic : waiting;
      });
    known.set(chart, prepared);
    assertImplemented(prepared);
    return prepared;
  };
  return prepare(machine);
};

/** Receives what the chart sends to a parent or to an actor of another flow. */
const createOutsideActor = () => createActor(fromCallback(() => {}));

interface ActionExecutor {
  actionExecutor: (action: { type: string; exec?: (...args: unknown[]) => unknown }) => void;
}

/** Lets an action that throws, perhaps because it needs a page, end only itself. */
const guardActions = (ref: object, onThrow: (action: string, error: unknown) => void): void => {
  const { _actorScope: scope } = ref as { _actorScope: ActionExecutor };
  const { actionExecutor } = scope;
  scope.actionExecutor = (action) => {
    const { type, exec } = action;
    if (!exec || type.startsWith('xstate.')) return actionExecutor(action);
    const guarded = (...args: unknown[]) => {
      try {
        exec(...args);
      } catch (error) {
        onThrow(type, error);
      }
    };
    return actionExecutor({ ...action, exec: guarded });
  };
};

const toError = (reason: unknown): unknown =>
  typeof reason === 'string' ? new Error(reason) : reason;

/**
 * Runs a chart as a page of the app would, and reports its actors by the same messages. Promises wait
 * for an answer, actions that throw are passed to `onThrow`. Throws where a guard or a delay has no
 * implementation.
 */
export const simulate = (
  chart: SimulatedChart & { name: string; input: unknown; page: string },
  post: (message: PageMessage) => void,
  onThrow: (action: string, error: unknown) => void,
) => {
  const { name, input, page } = chart;
  const { inspect, announce, reportSnapshot, actorOf } = createReporter(
    post,
    () => ({ id: page, title: name, route: 'simulation' }),
    false,
  );
  const actor = createActor(withoutPromises(chart), {
    input,
    inspect: (inspected: InspectionEvent) => {
      if (inspected.type === '@xstate.actor') guardActions(inspected.actorRef, onThrow);
      inspect(inspected);
    },
  });
  Object.assign(actor, { _parent: createOutsideActor() });
  const system: ActorSystem<ActorSystemInfo> = actor.system;
  const registered = system.get;
  // Without it, XState sends to the chart itself what is for an actor of another chart.
  system.get = (id) => registered(id) ?? (createOutsideActor() as never);
  actor.subscribe({
    error: (error) =>
      reportSnapshot(actor.sessionId, { ...actor.getSnapshot(), status: 'error', error }),
  });

  /** The actor of an answer while it waits for it. */
  const waitingChild = (parent: AnyActorRef, type: string): AnyActorRef | undefined => {
    const [, id = ''] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type) ?? [];
    const child = parent.getSnapshot().children?.[id];
    return child?.logic === waiting ? child : undefined;
  };

  return {
    start: () => {
      announce();
      actor.start();
    },
    announce,
    /** Sends an event to an actor; the answer of a promise ends the promise. */
    send: (session: string, event: AnyEventObject) => {
      const to = actorOf(session);
      if (!to) return;
      const child = waitingChild(to, event.type);
      if (!child) to.send(event);
      else if (event.type.startsWith('xstate.done.'))
        child.send({ type: RESOLVE, data: event['output'] });
      else child.send({ type: REJECT, data: toError(event['error']) });
    },
  };
};
