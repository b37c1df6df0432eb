import { expect, test } from 'vitest';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type ExecutableActionObject,
  initialTransition,
  transition,
} from 'xstate';
import { createTransitions } from '#paths/chart-transitions.ts';
import { type EdgePathOptions, inputsOf, withFrozenClock } from '#paths/path-options.ts';
import {
  type Effect,
  effectOf as effectInPlainData,
  serializeContext,
} from '#paths/path-outcome.ts';

import {
  canHappen,
  chartNamed,
  checkRules,
  type Rule,
  type Step,
  stepOf as stepFrom,
  withStep,
} from './check-rules.ts';

/** An effect of a step in its place: the flow's own action, a notice, a delay. */
export interface OrderedEffect {
  /** The action's name; `notice` or `after`. */
  name: string;
  /** The action's parameters, the notice, the delay in ms. */
  value: unknown;
  /** The context that a flow's own action reads. */
  context: Record<string, unknown>;
}

interface Resolved {
  event?: AnyEventObject;
  delay?: number;
}

const effectOf = ({ type, params, info }: ExecutableActionObject): OrderedEffect => {
  const { event = { type: '' }, delay } = (params ?? {}) as Resolved;
  const { context } = info;
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

const computed = new WeakMap<Pick<Step, 'event' | 'before' | 'after'>, OrderedEffect[]>();

/** What a step does, in its order, with the context that each effect sees. */
export const effectsOf = (step: Pick<Step, 'event' | 'before' | 'after'>): OrderedEffect[] => {
  const effects = computed.get(step) ?? run(step)[1].map(effectOf);
  computed.set(step, effects);
  return effects;
};

/** The delays that a step schedules, in ms. */
export const delaysOf = (step: Step): unknown[] =>
  effectsOf(step).flatMap(({ name, value }) =>
    name === 'after' && value !== undefined ? [value] : [],
  );

const stepOf = (
  event: AnyEventObject,
  [after, actions]: [AnyMachineSnapshot, ExecutableActionObject[]],
  before = after,
): Step => {
  const effects = actions
    .map((action) => effectInPlainData(action))
    .filter((effect): effect is Effect => effect !== undefined);
  return stepFrom(event, before, { snapshot: after, effects });
};

/** What another event would do now. */
export const probe = (before: AnyMachineSnapshot, event: AnyEventObject): Step =>
  stepOf(event, transition(before.machine as Machine, before, event) as never, before);

/** The start of a chart with another input. */
export const probeStart = ({ machine }: { machine: AnyStateMachine }, input: unknown): Step =>
  stepOf({ type: 'xstate.init', input }, initialTransition(machine as Machine, input) as never);

const eventsAt = (
  { events, isPossible = () => true }: EdgePathOptions,
  snapshot: AnyMachineSnapshot,
): AnyEventObject[] =>
  snapshot.status === 'active'
    ? events.filter(
        (event) =>
          canHappen(snapshot, event) &&
          (event.type.startsWith('xstate.') || snapshot.can(event)) &&
          isPossible(snapshot, event),
      )
    : [];

const situationOf = ({ value, context }: AnyMachineSnapshot): string =>
  JSON.stringify(value) + serializeContext(context);

/** A rule that probes many events: its answer is remembered for each situation of model and chart. */
export const remembered = <Model>(
  rule: (model: Model, step: Step) => string | undefined,
): typeof rule => {
  const answers = new Map<string, string | undefined>();
  return (model, step) => {
    const situation = JSON.stringify(model) + situationOf(step.after);
    if (!answers.has(situation)) answers.set(situation, rule(model, step));
    return answers.get(situation);
  };
};

/** The steps that can follow, computed once for each situation. */
const createFollowing = (options: EdgePathOptions) => {
  const known = new Map<string, Step[]>();
  return (snapshot: AnyMachineSnapshot) => {
    const situation = situationOf(snapshot);
    const steps =
      known.get(situation) ?? eventsAt(options, snapshot).map((event) => probe(snapshot, event));
    known.set(situation, steps);
    return { situation, steps };
  };
};

/** Steps that are taken from each situation of a path, besides those of the path. */
const DEPTH = 2;

/** The rule after the step, and after the steps that can follow it, once for each situation. */
const withEveryEvent = (followingOf: ReturnType<typeof createFollowing>, rule: Rule): Rule => {
  const known = new Set<string>();
  const explore = (last: Step, history: readonly Step[], depth: number): string | undefined => {
    const fault = rule(last, history);
    if (fault !== undefined || depth === 0) return fault;
    const { situation, steps } = followingOf(last.after);
    if (known.has(situation)) return undefined;
    known.add(situation);
    for (const next of steps) {
      const found = explore(next, withStep(history, next), depth - 1);
      if (found !== undefined) return `${found} with ${JSON.stringify(next.event)} then`;
    }
    return undefined;
  };
  return (last, history) => explore(last, history, DEPTH);
};

/**
 * As `checkRules`, with two differences. A path takes an edge with one of its events only; here each rule also has
 * to hold for every other one, such as another answer to the same request. And each rule has to hold at every
 * start, also one that no path leads on from.
 *
 * @param moreInputs starts that the options of the chart do not have
 */
export const checkEveryEvent = (
  name: string,
  rules: Record<string, Rule>,
  moreInputs: readonly unknown[] = [],
): void => {
  const { machine: chart, options } = chartNamed(name);
  const { machine } = createTransitions(chart);
  const followingOf = createFollowing(options);
  const all = Object.entries(rules).map(([text, rule]): [string, Rule] => [
    text,
    withEveryEvent(followingOf, rule),
  ]);
  checkRules(name, Object.fromEntries(all));
  test(`${name}: every rule holds at every start`, () => {
    withFrozenClock(() => {
      const faults = [...inputsOf(options), ...moreInputs].flatMap((input) => {
        const start = probeStart({ machine }, input);
        return all.flatMap(([text, rule]) => {
          const fault = rule(start, [start]);
          return fault === undefined ? [] : [`${text}: ${fault}: with ${JSON.stringify(input)}`];
        });
      });
      expect(faults).toEqual([]);
    });
  });
};
