import { isDeepStrictEqual } from 'node:util';
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type ExecutableActionObject,
  initialTransition,
  transition,
} from 'xstate';
import type { Step } from './check-rules.ts';

/** An effect of a step in its place: the flow's own action, a notice, a delay, a started or stopped actor. */
export interface OrderedEffect {
  /** The action's name; `notice`, `after`, `start` or `stop`. */
  name: string;
  /** The action's parameters, the notice, the delay in ms, the actor's id. */
  value: unknown;
  /** The context that a flow's own action reads. */
  context: Record<string, unknown>;
}

interface Resolved {
  id?: string;
  event?: AnyEventObject;
  delay?: number;
}

const effectOf = ({ type, params, info }: ExecutableActionObject): OrderedEffect => {
  const { id, event = { type: '' }, delay } = (params ?? {}) as Resolved;
  const { context } = info;
  if (type === 'xstate.spawnChild') return { name: 'start', value: id, context };
  if (type === 'xstate.stopChild') return { name: 'stop', value: id, context };
  if (type === 'xstate.raise') return { name: 'after', value: delay, context };
  if (type === 'xstate.sendTo' && event.type === 'notice')
    return { name: 'notice', value: event['notice'], context };
  return { name: type, value: params, context };
};

type Machine = Parameters<typeof transition>[0];

const run = ({ event, before, after }: Pick<Step, 'event' | 'before' | 'after'>) =>
  event.type === 'xstate.init'
    ? initialTransition(after.machine as Machine, event['input'])
    : transition(after.machine as Machine, before, event);

/** What a step does, in its order, with the context that each effect sees. */
export const effectsOf = (step: Pick<Step, 'event' | 'before' | 'after'>): OrderedEffect[] =>
  run(step)[1].map(effectOf);

/** The delays that a step schedules, in ms. */
export const delaysOf = (step: Step): unknown[] =>
  effectsOf(step).flatMap(({ name, value }) =>
    name === 'after' && value !== undefined ? [value] : [],
  );

/** What another event would do now. */
export const probe = (snapshot: AnyMachineSnapshot, event: AnyEventObject) => {
  const step = { event, before: snapshot, after: snapshot };
  const [after, effects] = run(step) as [AnyMachineSnapshot, ExecutableActionObject[]];
  return { after, effects: effects.map(effectOf) };
};

/** The start of a chart with another input. */
export const probeStart = ({ machine }: AnyMachineSnapshot, input: unknown) => {
  const [after, effects] = initialTransition(machine as Machine, input) as [
    AnyMachineSnapshot,
    ExecutableActionObject[],
  ];
  return { after, effects: effects.map(effectOf) };
};

/** Whether a child of the chart is running. */
export const isRunning = ({ children }: AnyMachineSnapshot, id: string): boolean =>
  (children[id] as AnyActorRef | undefined) !== undefined;

/** The difference between what must be and what is; undefined if there is none. */
export const differs = (subject: string, wanted: unknown, found: unknown): string | undefined =>
  isDeepStrictEqual(wanted, found)
    ? undefined
    : `${subject} should be ${JSON.stringify(wanted)}, is ${JSON.stringify(found)}`;

/** The first of several faults. */
export const firstFault = (...faults: (string | undefined)[]): string | undefined =>
  faults.find((fault) => fault !== undefined);

/** The first event that is offered and refused, or accepted without being offered; nothing after the end. */
export const offers = (
  snapshot: AnyMachineSnapshot,
  events: readonly AnyEventObject[],
  isOffered: (event: AnyEventObject) => boolean,
): string | undefined => {
  if (snapshot.status !== 'active') return undefined;
  const fault = events.find((event) => isOffered(event) !== snapshot.can(event));
  return fault && `${JSON.stringify(fault)} should be ${isOffered(fault) ? 'accepted' : 'refused'}`;
};
