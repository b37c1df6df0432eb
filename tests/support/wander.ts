import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  SimulatedClock,
} from 'xstate';
import { answerChild } from './answered-child.ts';

const MINUTE_MS = 60_000;
/** Longer than any delay of our charts. */
const LONG_MS = 400 * 24 * 60 * MINUTE_MS;
/** An answer is as likely as so many of a person's events, so that a walk gets somewhere. */
const ANSWER_WEIGHT = 3;

/** A child as a walk knows it. */
export interface Child {
  id: string;
  actor: AnyActorRef;
  /** The type of somebody's event that stopped it before it was answered. */
  givenUpOn?: string;
}

/** What there is to see after every step. */
export interface Sight {
  snapshot: AnyMachineSnapshot;
  /** What happened: an event of a person, the end of a child, or that time passed. */
  event: AnyEventObject;
  /** The children that still run. */
  running: Child[];
  /** Those of this step that had an earlier one of the same id, and on which event that was given up. */
  repeated: { id: string; givenUpOn: string }[];
  /** Those that started in this step. */
  started: Child[];
  /** How many delays run. */
  delays: number;
  /** Notices of this step. */
  notices: AnyEventObject[];
}

export interface Wanderings {
  /** The chart; its children come from `children`. */
  machine: AnyStateMachine;
  input: unknown;
  /** Every child that was ever started, in order; the chart's children enter themselves. */
  children: Child[];
  /** What a person does, and to whom: the chart itself, or one of its children that is a chart. */
  events: { event: AnyEventObject; to?: string }[];
  /** What children answer, as `xstate.done.actor.<id>` with its output. */
  answers: AnyEventObject[];
}

const isRunning = ({ actor }: Child): boolean => actor.getSnapshot().status === 'active';

/**
 * Goes through a chart as numbers say: each picks a person's event, an answer of a running child,
 * its failure, or that time passes; after every step `look` sees what there is. An event among the
 * numbers, such as a step of a path, happens as it stands.
 */
export const wander = (
  { machine, input, children, events, answers }: Wanderings,
  choices: (number | AnyEventObject)[],
  look: (sight: Sight) => void,
): void => {
  children.length = 0;
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock, input });
  const notices: AnyEventObject[] = [];
  actor.on('*', (notice: AnyEventObject) => notices.push(notice));
  actor.start();
  const delays = () => Object.keys(actor.system.getSnapshot()._scheduledEvents).length;

  const see = (event: AnyEventObject, before: number) => {
    const givenUp = new Map(
      children.slice(0, before).map(({ id, givenUpOn }) => [id, givenUpOn] as const),
    );
    look({
      snapshot: actor.getSnapshot(),
      event,
      running: children.filter(isRunning),
      repeated: children.slice(before).flatMap(({ id }) => {
        const givenUpOn = givenUp.get(id);
        return givenUpOn === undefined ? [] : [{ id, givenUpOn }];
      }),
      started: children.slice(before),
      delays: delays(),
      notices: [...notices],
    });
  };
  see({ type: 'xstate.init' }, 0);

  for (const choice of choices) {
    if (actor.getSnapshot().status !== 'active') break;
    const running = children.filter(isRunning);
    const moves = [
      ...events.map(({ event, to }) => ({
        event,
        go: () => {
          const target = to === undefined ? actor : actor.getSnapshot().children[to];
          target?.send(event);
          for (const child of running) if (!isRunning(child)) child.givenUpOn ??= event.type;
        },
      })),
      ...running.flatMap(({ id, actor: child }) => {
        const done = `xstate.done.actor.${id}`;
        const ends = answers
          .filter(({ type }) => type === done)
          .map((event) => ({
            event,
            go: () => answerChild(child, { status: 'done', output: event['output'] }),
          }));
        const failure = {
          event: { type: `xstate.error.actor.${id}` },
          go: () => answerChild(child, { status: 'error', error: new Error('the network broke') }),
        };
        return Array.from({ length: ANSWER_WEIGHT }, () => [...ends, failure]).flat();
      }),
      ...[MINUTE_MS, LONG_MS].map((ms) => ({
        event: { type: 'time.passed', ms },
        go: () => clock.increment(ms),
      })),
    ];
    const move =
      typeof choice === 'number'
        ? moves[choice % moves.length]
        : (moves.find(({ event }) => event === choice) ??
          moves.find(({ event }) => event.type === choice.type) ??
          moves.at(-1));
    notices.length = 0;
    const before = children.length;
    move?.go();
    if (move) see(move.event, before);
  }
  actor.stop();
};
