import { inspect, isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import {
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  initialTransition,
  transition,
} from 'xstate';
import { createTransitions } from '#paths/chart-transitions.ts';
import { inputsOf, withFrozenClock } from '#paths/path-options.ts';
import { effectOf, serializeContext } from '#paths/path-outcome.ts';

import {
  canHappen,
  chartNamed,
  checkRules,
  followModel,
  noticesIn,
  type Rule,
  type Step,
} from './check-rules.ts';

/** A step of a chart, with the facts that a model says are true before and after it. */
export interface Seen<Facts> {
  event: AnyEventObject;
  /** Before the event; the snapshot itself at the start. */
  before: AnyMachineSnapshot;
  after: AnyMachineSnapshot;
  /** The actors that the step started. */
  started: { id: string; src: string; input: unknown }[];
  notices: unknown[];
  /** The flow's own actions, with the context that each of them read. */
  actions: { name: string; params: unknown; context: Record<string, unknown> }[];
  /** Delays of the active states, in ms. */
  delays: number[];
  /** The facts before the event; undefined at the start. */
  was: Facts | undefined;
  now: Facts;
}

/** What must be true after each event, written from the specification instead of the chart. */
export interface Model<Facts> {
  start: (input: never) => Facts;
  next: (facts: Facts, event: never) => Facts;
  /** Events of the view beside those of the options, for every step. */
  events?: AnyEventObject[];
  /** Events on which the specification is silent in a situation. */
  isOpen?: (facts: Facts, event: AnyEventObject) => boolean;
  /** Inputs and events of paths that the options do not contain. */
  stories?: Story[];
}

type Story = [input: unknown, ...events: AnyEventObject[]];

/** Returns a sentence that says what is wrong with the step; undefined if nothing is. */
export type ModelRule<Facts> = (seen: Seen<Facts>) => string | undefined;

/** A value without undefined properties, which mean the same as missing ones. */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const filled = Object.entries(value).filter(([, property]) => property !== undefined);
  return Object.fromEntries(filled.map(([key, property]) => [key, tidy(property)]));
};

/** Says how a value differs from the expected one; undefined if it doesn't. */
export const differs = (actual: unknown, expected: unknown): string | undefined => {
  const [is, should] = [tidy(actual), tidy(expected)];
  if (isDeepStrictEqual(is, should)) return undefined;
  const [isText, shouldText] = [is, should].map((value) => inspect(value, { breakLength: 1e4 }));
  return `${isText} instead of ${shouldText}`;
};

const delaysOf = (snapshot: AnyMachineSnapshot): number[] =>
  snapshot._nodes.flatMap((node) =>
    node.after.map(({ delay }) => {
      const { delays } = snapshot.machine.implementations;
      const resolve = typeof delay === 'string' ? delays[delay] : delay;
      return typeof resolve === 'function'
        ? resolve({ context: snapshot.context } as never, undefined as never)
        : Number(resolve);
    }),
  );

type Outcome = ReturnType<typeof transition<AnyStateMachine>>;
type Look = Omit<Seen<unknown>, 'was' | 'now'>;

const lookAt = (
  event: AnyEventObject,
  before: AnyMachineSnapshot | undefined,
  [after, executed]: Outcome,
): Look => {
  const effects = executed.flatMap((action) => {
    const { context } = action.info as { context: Record<string, unknown> };
    const effect = effectOf(action as never);
    return effect ? [{ ...effect, context }] : [];
  });
  return {
    event,
    before: before ?? after,
    after,
    started: effects.flatMap((effect) => {
      if (effect.kind !== 'runs') return [];
      const { id = '', src = '', input } = effect;
      return [{ id, src, input }];
    }),
    notices: noticesIn(effects),
    actions: effects.flatMap((effect) =>
      effect.kind === 'does'
        ? [{ name: effect.action, params: effect.params, context: effect.context }]
        : [],
    ),
    delays: delaysOf(after),
  };
};

const begin = (machine: AnyStateMachine, input: unknown): Look =>
  lookAt({ type: 'xstate.init', input }, undefined, initialTransition(machine, input));

const take = (before: AnyMachineSnapshot, event: AnyEventObject): Look =>
  lookAt(event, before, transition(before.machine, before, event));

/**
 * Registers rules that compare a chart with a model of it. Each rule judges every step of the paths and of
 * the stories, and after each of them every event that could come next, the ignored ones included.
 */
export const checkModel = <Facts>(
  name: string,
  { start, next, events = [], isOpen = () => false, stories = [] }: Model<Facts>,
  rules: Record<string, ModelRule<Facts>>,
): void => {
  const { machine: chart, options } = chartNamed(name);
  const { machine } = createTransitions(chart);
  const { isPossible = () => true } = options;
  const candidates = [...options.events, ...events];

  /** The steps that could follow in a situation, for every rule. */
  const following = new Map<string, Seen<Facts>[]>();
  const stepsAfter = (at: AnyMachineSnapshot, facts: Facts, key: string): Seen<Facts>[] => {
    const steps =
      following.get(key) ??
      candidates
        .filter((event) => canHappen(at, event) && isPossible(at, event) && !isOpen(facts, event))
        .map((event) => ({ ...take(at, event), was: facts, now: next(facts, event as never) }));
    following.set(key, steps);
    return steps;
  };

  /** Judges a step, then each that could follow it; every situation once. */
  const createJudge = (rule: ModelRule<Facts>) => {
    const judged = new Set<string>();
    const judgeStep = (seen: Seen<Facts>): string | undefined => {
      const { status, error } = seen.after;
      const fault = status === 'error' ? `the chart fails: ${error}` : rule(seen);
      return fault && `on ${seen.event.type}: ${fault}`;
    };
    return (seen: Seen<Facts>): string | undefined => {
      const { after, now } = seen;
      const key = serializeContext([after.value, after.context, now]);
      const isNew = after.status === 'active' && !judged.has(key);
      judged.add(key);
      return [seen, ...(isNew ? stepsAfter(after, now, key) : [])]
        .map(judgeStep)
        .find((fault) => fault !== undefined);
    };
  };

  const { modelOf: factsOf, modelBefore: factsBefore } = followModel(
    ({ event }) => start(event['input'] as never),
    (facts, { event }) => next(facts, event as never),
  );
  const looks = new WeakMap<Step, Look>();

  const onPaths = (rule: ModelRule<Facts>): Rule => {
    const judge = createJudge(rule);
    return (last, history) => {
      const { event, before } = last;
      const was = factsBefore(history);
      const look = looks.get(last) ?? (was ? take(before, event) : begin(machine, event['input']));
      looks.set(last, look);
      return judge({ ...look, was, now: factsOf(history) });
    };
  };

  const stepsOf = ([input, ...told]: Story): Seen<Facts>[] => {
    let seen: Seen<Facts> = {
      ...begin(machine, input),
      was: undefined,
      now: start(input as never),
    };
    return [
      seen,
      ...told.map((event) => {
        const { after, now: was } = seen;
        seen = { ...take(after, event), was, now: next(was, event as never) };
        return seen;
      }),
    ];
  };

  checkRules(
    name,
    Object.fromEntries(Object.entries(rules).map(([sentence, rule]) => [sentence, onPaths(rule)])),
  );

  // A start that nothing follows is on no path.
  const told = [...inputsOf(options).map((input): Story => [input]), ...stories];
  describe(`${name}, in stories`, () => {
    test.each(Object.entries(rules))('%s', (_, rule) => {
      const judge = createJudge(rule);
      const faults = withFrozenClock(() => told.flatMap(stepsOf).map(judge));
      expect(faults.filter((fault) => fault !== undefined).slice(0, 3)).toEqual([]);
    });
  });
};
