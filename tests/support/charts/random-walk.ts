import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
} from 'xstate';
import { collectNotices } from './collect-notices.ts';
import { settleChild } from './controlled-child.ts';

const MINUTE_MS = 60_000;
/** Longer than any delay of the product's charts. */
const LONG_MS = 400 * 24 * 60 * MINUTE_MS;
/** Weight of a child's result relative to a user event, so that a random walk makes progress. */
const ANSWER_WEIGHT = 3;

/** A child actor during a random walk. */
export interface Child {
  id: string;
  actor: AnyActorRef;
  /** The type of the user event that stopped the child before it was waitUntilNotBusy. */
  abandonedOn?: string;
}

/** What is observed after each step. */
export interface StepObservation {
  snapshot: AnyMachineSnapshot;
  /** The event of this step: of the user, of a waitUntilNotBusy child, or `time.passed`. */
  event: AnyEventObject;
  /** The children that are still active. */
  running: Child[];
  /**
   * The children of this step that replace an abandoned child of the same id, with the abandoning
   * event.
   */
  repeated: { id: string; abandonedOn: string }[];
  /** The children that this step started. */
  started: Child[];
  /** The number of scheduled delays. */
  delays: number;
  /** The notices that this step sent. */
  notices: string[];
}

export interface RandomWalkOptions {
  /** The chart; its child actors add themselves to `children`. */
  machine: AnyStateMachine;
  input: unknown;
  /** Every child that was ever started, in order. */
  children: Child[];
  /** The user events, each with its receiver: the chart itself or the id of a child chart. */
  events: { event: AnyEventObject; to?: string }[];
  /** The results of children, as `xstate.done.actor.<id>` with `output`. */
  answers: AnyEventObject[];
}

const isRunning = ({ actor }: Child): boolean => actor.getSnapshot().status === 'active';

/**
 * Runs a chart along a sequence of choices. A number picks among the user events, the results and
 * failures of active children, and the passing of time; an event happens as it is. `look` is called
 * after each step.
 */
export const randomWalk = (
  { machine, input, children, events, answers }: RandomWalkOptions,
  choices: (number | AnyEventObject)[],
  onStep: (observation: StepObservation) => void,
): void => {
  children.length = 0;
  const clock = new SimulatedClock();
  const { notices, inspect } = collectNotices();
  const actor = createActor(machine, { clock, input, inspect });
  actor.start();
  const delays = () => Object.keys(actor.system.getSnapshot()._scheduledEvents).length;

  const observe = (event: AnyEventObject, before: number) => {
    const abandoned = new Map(
      children.slice(0, before).map(({ id, abandonedOn }) => [id, abandonedOn] as const),
    );
    onStep({
      snapshot: actor.getSnapshot(),
      event,
      running: children.filter(isRunning),
      repeated: children.slice(before).flatMap(({ id }) => {
        const abandonedOn = abandoned.get(id);
        return abandonedOn === undefined ? [] : [{ id, abandonedOn }];
      }),
      started: children.slice(before),
      delays: delays(),
      notices: [...notices],
    });
  };
  observe({ type: 'xstate.init' }, 0);

  for (const choice of choices) {
    if (actor.getSnapshot().status !== 'active') break;
    const running = children.filter(isRunning);
    const steps = [
      ...events.map(({ event, to }) => ({
        event,
        run: () => {
          const target = to === undefined ? actor : actor.getSnapshot().children[to];
          target?.send(event);
          for (const child of running) if (!isRunning(child)) child.abandonedOn ??= event.type;
        },
      })),
      ...running.flatMap(({ id, actor: child }) => {
        const done = `xstate.done.actor.${id}`;
        const ends = answers
          .filter(({ type }) => type === done)
          .map((event) => ({
            event,
            run: () => settleChild(child, { status: 'done', output: event['output'] }),
          }));
        const failure = {
          event: { type: `xstate.error.actor.${id}` },
          run: () => settleChild(child, { status: 'error', error: new Error('the network broke') }),
        };
        return Array.from({ length: ANSWER_WEIGHT }, () => [...ends, failure]).flat();
      }),
      ...[MINUTE_MS, LONG_MS].map((ms) => ({
        event: { type: 'time.passed', ms },
        run: () => clock.increment(ms),
      })),
    ];
    const step =
      typeof choice === 'number'
        ? steps[choice % steps.length]
        : (steps.find(({ event }) => event === choice) ??
          steps.find(({ event }) => event.type === choice.type) ??
          steps.at(-1));
    notices.length = 0;
    const before = children.length;
    step?.run();
    if (step) observe(step.event, before);
  }
  actor.stop();
};
