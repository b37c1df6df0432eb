import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Actor, AnyActorLogic, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { RECENT_LOGIN_MS } from '#contract/session.ts';
import { createTransitions } from '#paths/chart-transitions.ts';
import { allEventsOf, inputsOf, START_TIME_MS, withFrozenClock } from '#paths/path-options.ts';
import {
  chartNamed,
  followModel,
  offers,
  type Rule,
  type Step,
  stepOf,
  withStep,
} from './check-rules.ts';

/** What a child actor answers: `done` with its output, `failed` for an exception. */
export const done = (id: string, output?: unknown) => ({
  type: `xstate.done.actor.${id}`,
  ...(output === undefined ? {} : { output }),
});
export const failed = (id: string) => ({ type: `xstate.error.actor.${id}` });

/** What must be true after each event of a path: a model that knows the person, not the chart. */
export const foldWith = <Model>(
  start: (input: never) => Model,
  next: (model: Model, event: AnyEventObject) => Model,
) =>
  followModel(
    ({ event }) => start(event['input'] as never),
    (model, { event }) => next(model, event),
  ).modelOf;

/** Whether a login (epoch ms) permits changes of an account, at the time of the frozen clock. */
export const isRecent = (loggedInAt: number | undefined): boolean =>
  loggedInAt !== undefined && START_TIME_MS - loggedInAt < RECENT_LOGIN_MS;

/** The ids of the actors that run, except for the one that shows notices. */
export const running = ({ children }: AnyMachineSnapshot): string[] =>
  Object.keys(children)
    .filter((id) => id !== 'notifier' && children[id] !== undefined)
    .sort();

/** The actors that a step started, except for the one that shows notices. */
export const startedBy = ({ started }: Step) => started.filter(({ id }) => id !== 'notifier');

/** The delays that run, with the event that ends each and its length. */
export const delaysIn = ({ _nodes, machine, context }: AnyMachineSnapshot) =>
  _nodes.flatMap((node) =>
    node.after.map(({ delay, eventType }) => {
      const named: unknown = machine.implementations.delays[String(delay)];
      const length = typeof named === 'function' ? named({ context }) : (named ?? delay);
      return { type: eventType, delayMs: Number(length) };
    }),
  );

/** The charts of the flow send their notices to this system id. */
export const noticesAreShown: Rule = ({ after: { status, children } }) =>
  status === 'active' && (children['notifier'] as Actor<AnyActorLogic>)?.systemId !== 'notifier'
    ? 'nobody shows notices'
    : undefined;

/** Every answer that a running actor can give, by the options of the chart, and its failure. */
const answersTo = (name: string, id: string): AnyEventObject[] => [
  ...chartNamed(name).options.events.filter(({ type }) => type === done(id).type),
  failed(id),
];

/** No answer is lost, whenever it comes: not a result, not a failure. */
export const answersAreHeard =
  (name: string): Rule =>
  ({ after }) => {
    if (after.status !== 'active') return undefined;
    const unheard = running(after)
      .flatMap((id) => answersTo(name, id))
      .find((event) => !after.can(event));
    return unheard && `nothing hears ${inspect(unheard)}`;
  };

/** Each event is accepted exactly when the page offers it, as `offers` says. */
export const offeredExactly =
  (
    events: readonly AnyEventObject[],
    isOffered: (event: AnyEventObject, history: readonly Step[]) => boolean | undefined,
  ): Rule =>
  ({ after }, history) =>
    offers(after, events, (event) => isOffered(event, history));

/**
 * A chart without its paths, for inputs and events that they do not have. The clock is frozen.
 * @returns a function that gives the last step of a visit with these events; without one, the start
 */
export const startChart = (name: string, input: unknown) => {
  const { first, take } = createTransitions(chartNamed(name).machine).startWith(input);
  const start = stepOf({ type: 'xstate.init', input }, first.snapshot, first);
  return (...events: AnyEventObject[]): Step =>
    withFrozenClock(() =>
      events.reduce(({ after }, event) => stepOf(event, after, take(after, event)), start),
    );
};

interface Sequences {
  /** Events in the longest sequence. */
  lengthMax: number;
  /** By default those of the chart's options, with every payload. */
  inputs?: unknown[];
  events?: AnyEventObject[];
}

/** The steps of every sequence of events that the chart accepts, the shortest first. */
const historiesOf = (
  name: string,
  { lengthMax, inputs, events }: Sequences,
): (readonly Step[])[] => {
  const { machine: chart, options } = chartNamed(name);
  const { isPossible = () => true } = options;
  const { machine, startWith } = createTransitions(chart);
  const offered = events ?? allEventsOf(machine, options);
  return (inputs ?? inputsOf(options)).flatMap((input) => {
    const { first, take, enabledEdges } = startWith(input);
    const start = stepOf({ type: 'xstate.init', input }, first.snapshot, first);
    const histories: (readonly Step[])[] = [[start]];
    for (const history of histories) {
      if (history.length > lengthMax) break;
      const { after } = history.at(-1) as Step;
      for (const event of offered)
        if (isPossible(after, event) && enabledEdges(after, event).length > 0)
          histories.push(withStep(history, stepOf(event, after, take(after, event))));
    }
    return histories;
  });
};

/**
 * Registers a test for each rule: it holds after every sequence of the chart's events. Paths take every
 * transition with one payload; here each payload meets each guard.
 */
export const checkSequences = (name: string, rules: Record<string, Rule>, sequences: Sequences) =>
  describe(`${name}, every sequence of ${sequences.lengthMax} events`, () => {
    const histories = withFrozenClock(() => historiesOf(name, sequences));
    test.each(Object.entries(rules))('%s', (_, rule) => {
      const fault = withFrozenClock(() => {
        for (const history of histories) {
          const found = rule(history.at(-1) as Step, history);
          if (found) return `${found}: after ${history.map(({ event }) => event.type).join(', ')}`;
        }
        return undefined;
      });
      expect(fault).toBeUndefined();
    });
  });
