import { type AnyEventObject, type AnyStateMachine, getStateNodes, type StateValue } from 'xstate';
import { edgesOf, stateNodesOf } from '#charts/model/chart-edges.ts';
import type { EdgePath } from './edge-paths.ts';

/** How the events of a chart are caused in a subject, and how its states are recognized there. */
export interface PathDrivers<Subject> {
  /** A new subject for a path that begins with this input. */
  start: (input: unknown) => Subject | Promise<Subject>;
  /** Causes an event, by event type, those of actors and delays included. */
  events: Record<string, (subject: Subject, event: AnyEventObject) => unknown>;
  /** Assertions by state id; each throws if the subject does not show that state. */
  states: Record<string, (subject: Subject) => unknown>;
  /** Ends the subject, also after a failure. */
  end?: (subject: Subject) => unknown;
}

/** The ids of the states that a state value contains, parents first. */
export const activeStateIds = (machine: AnyStateMachine, value: StateValue): string[] =>
  getStateNodes(machine.root, value)
    .filter(({ id }) => id !== machine.root.id)
    .map(({ id }) => id);

/**
 * One sentence per event of the paths without a driver, per state without a check, and per driver or
 * check that is for nothing in the chart. Only states without substates need a check.
 */
export const driverErrors = (
  machine: AnyStateMachine,
  paths: EdgePath[],
  { events, states }: Record<'events' | 'states', Record<string, unknown>>,
): string[] => {
  const nodes = new Map(stateNodesOf(machine).map((node) => [node.id, node]));
  const isLeaf = (id: string) => Object.keys(nodes.get(id)?.states ?? {}).length === 0;
  const sent = new Set(paths.flatMap(({ steps }) => steps.map(({ event }) => event.type)));
  const values = paths.flatMap(({ start, steps }) => [start, ...steps.map(({ value }) => value)]);
  const reached = new Set(values.flatMap((value) => activeStateIds(machine, value).filter(isLeaf)));
  const known = new Set([...edgesOf(machine).map(({ event }) => event), ...sent]);
  return [
    ...[...sent].filter((type) => !events[type]).map((type) => `No driver for the event ${type}`),
    ...[...reached].filter((id) => !states[id]).map((id) => `No check for the state ${id}`),
    ...Object.keys(events)
      .filter((type) => !known.has(type))
      .map((type) => `${machine.id} has no event ${type}`),
    ...Object.keys(states)
      .filter((id) => !nodes.has(id))
      .map((id) => `${machine.id} has no state ${id}`),
  ];
};

/**
 * Runs a path on a subject: each event by its driver, and after each the checks of all active
 * states. Throws before it begins where a driver or a check is missing, else at the first step that
 * fails, with the events up to there.
 */
export const runPath = async <Subject>(
  machine: AnyStateMachine,
  path: EdgePath,
  drivers: PathDrivers<Subject>,
): Promise<void> => {
  const errors = driverErrors(machine, [path], drivers);
  if (errors.length > 0) throw new Error(errors.join('\n'));
  const subject = await drivers.start(path.input);
  const done: string[] = [];
  try {
    const check = async (value: StateValue) => {
      for (const id of activeStateIds(machine, value)) await drivers.states[id]?.(subject);
    };
    await check(path.start);
    for (const { event, value } of path.steps) {
      done.push(event.type);
      await drivers.events[event.type]?.(subject, event);
      await check(value);
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`After ${done.join(', ') || 'the start'}: ${reason}`, { cause });
  } finally {
    await drivers.end?.(subject);
  }
};
