import { inspect, isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import { createTransitions } from '#paths/chart-transitions.ts';
import { edgePairs } from '#paths/edge-pairs.ts';
import type { EdgePath } from '#paths/edge-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { withFrozenClock } from '#paths/path-options.ts';
import type { Effect } from '#paths/path-outcome.ts';

/** A step of a path as it can be seen from outside of the chart. */
export interface Step {
  /** The event; `xstate.init` at the start, with the input. */
  event: AnyEventObject;
  /** Before the event; the snapshot itself at the start. */
  before: AnyMachineSnapshot;
  after: AnyMachineSnapshot;
  /** The actors that the step started, by id, with their input: requests, child charts. */
  started: { id: string; input: unknown }[];
  /** The notices that the step sent. */
  notices: string[];
  /** The flow's own actions, with their parameters. */
  actions: { name: string; params: unknown }[];
  /** Events that were sent to other actors, each with the id of its receiver. */
  sent: (AnyEventObject & { to: string })[];
}

/**
 * Judges the last step of a path by what has happened on it.
 * @returns a sentence that says what is wrong; undefined if the rule holds or is not concerned
 */
export type Rule = (last: Step, history: readonly Step[]) => string | undefined;

const ofKind = <Kind extends Effect['kind']>(effects: Effect[], kind: Kind) =>
  effects.filter((effect): effect is Extract<Effect, { kind: Kind }> => effect.kind === kind);

const NOTICE = 'notice';

/** The notices among effects: a notice is an event to the flow's notifier. */
export const noticesIn = (effects: Effect[]): string[] =>
  ofKind(effects, 'sends').flatMap(({ event }) =>
    event.type === NOTICE ? [String(event['notice'])] : [],
  );

/** A step as it is seen from outside. */
export const stepOf = (
  event: AnyEventObject,
  before: AnyMachineSnapshot,
  { snapshot: after, effects }: { snapshot: AnyMachineSnapshot; effects: Effect[] },
): Step => ({
  event,
  before,
  after,
  started: ofKind(effects, 'runs').map(({ id = '', input }) => ({ id, input })),
  notices: noticesIn(effects),
  actions: ofKind(effects, 'does').map(({ action, params }) => ({ name: action, params })),
  sent: ofKind(effects, 'sends')
    .map(({ event: one, to }) => ({ ...one, to }))
    .filter(({ type }) => type !== NOTICE),
});

/** A sentence about two values that have to be equal; undefined if they are. */
export const differs = (what: string, one: unknown, other: unknown): string | undefined =>
  isDeepStrictEqual(one, other) ? undefined : `${what}: ${inspect(one)} is not ${inspect(other)}`;

/** The first of several faults. */
export const firstFault = (...faults: (string | undefined)[]): string | undefined =>
  faults.find((fault) => fault !== undefined);

/** Whether a child of the chart is running. */
export const isRunning = ({ children }: AnyMachineSnapshot, id: string): boolean =>
  children[id] !== undefined;

/** Whether an event can happen: a child answers while it runs, a delay ends while it is waited for. */
export const canHappen = (snapshot: AnyMachineSnapshot, { type }: AnyEventObject): boolean => {
  const [, child] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type) ?? [];
  if (child !== undefined) return isRunning(snapshot, child);
  return (
    !type.startsWith('xstate.after.') || snapshot._nodes.some((node) => node.transitions.has(type))
  );
};

/**
 * The first event that is offered and refused, or accepted without being offered; nothing after the end. Where the
 * page shows nothing that could cause it, `isOffered` may leave it open by `undefined`.
 */
export const offers = (
  snapshot: AnyMachineSnapshot,
  events: readonly AnyEventObject[],
  isOffered: (event: AnyEventObject) => boolean | undefined,
): string | undefined => {
  // A chart that has ended takes no event, although `can` may say so.
  if (snapshot.status !== 'active') return undefined;
  const wrong = events.find(
    (event) => ![undefined, snapshot.can(event)].includes(isOffered(event)),
  );
  return wrong && `${inspect(wrong)} is ${snapshot.can(wrong) ? 'accepted' : 'refused'}`;
};

/** A chart and its options, by its file in `machines/`. */
export const chartNamed = (name: string) => {
  const chart = charts.find((one) => one.name === name);
  const options = allOptions[name];
  if (!chart || !options) throw new Error(`No chart is called ${name}`);
  return { machine: chart.machine, options };
};

/** Each longer history with the one that it continues. */
const shorter = new WeakMap<readonly Step[], readonly Step[]>();

const withoutLast = (history: readonly Step[]): readonly Step[] | undefined =>
  history.length > 1 ? (shorter.get(history) ?? history.slice(0, -1)) : undefined;

/** A history that goes on with a step. */
export const withStep = (history: readonly Step[], step: Step): readonly Step[] => {
  const longer = [...history, step];
  shorter.set(longer, history);
  return longer;
};

/** Replays a path: the steps up to each of its steps. */
const replay = (
  transitions: ReturnType<typeof createTransitions>,
  { input, steps }: EdgePath,
): (readonly Step[])[] => {
  const { first, take } = transitions.startWith(input);
  let history: readonly Step[] = [stepOf({ type: 'xstate.init', input }, first.snapshot, first)];
  const histories = [history];
  let { snapshot } = first;
  for (const { event } of steps) {
    const result = take(snapshot, event);
    history = withStep(history, stepOf(event, snapshot, result));
    histories.push(history);
    ({ snapshot } = result);
  }
  return histories;
};

/**
 * What a model says after the steps of a history, and after all but the last. It is computed once for each history,
 * which all rules of a chart share.
 */
export const followModel = <Model>(
  start: (first: Step) => Model,
  take: (model: Model, step: Step) => Model,
) => {
  const known = new WeakMap<readonly Step[], { model: Model }>();
  const modelOf = (history: readonly Step[]): Model => {
    const found = known.get(history);
    if (found) return found.model;
    const before = withoutLast(history);
    const last = history.at(-1) as Step;
    const model = before ? take(modelOf(before), last) : start(last);
    known.set(history, { model });
    return model;
  };
  const modelBefore = (history: readonly Step[]): Model | undefined => {
    const before = withoutLast(history);
    return before && modelOf(before);
  };
  return { modelOf, modelBefore };
};

/**
 * Registers a test for each rule of a chart: it has to hold after every step of the paths that take every
 * pair of consecutive edges.
 *
 * @param name the chart's file in `machines/`, such as `sign-up`
 * @param rules by the sentence that they hold; written from the specification and the view
 */
export const checkRules = (name: string, rules: Record<string, Rule>): void => {
  const { machine, options } = chartNamed(name);
  const transitions = createTransitions(machine);
  const { paths } = edgePairs(machine, options);
  const histories = withFrozenClock(() => paths.flatMap((path) => replay(transitions, path)));
  describe(name, () => {
    test.each(Object.entries(rules))('%s', (_, rule) => {
      const broken = new Set<string>();
      withFrozenClock(() => {
        for (const history of histories) {
          const fault = rule(history.at(-1) as Step, history);
          if (fault === undefined) continue;
          const events = history.slice(1).map(({ event }) => event.type);
          broken.add(`${fault}: after ${events.join(', ') || 'the start'}`);
        }
      });
      expect([...broken].slice(0, 3)).toEqual([]);
    });
  });
};
