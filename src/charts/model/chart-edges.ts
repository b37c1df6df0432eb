import type { AnyStateMachine } from 'xstate';
import { edgeIdOf, transitionsOf } from '#machines/rules/edges.ts';

export { edgeIdOf, stateNodesOf } from '#machines/rules/edges.ts';

/** Whether a value is a chart of XState 5. */
export const isMachine = (value: unknown): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'implementations' in value;

/** A guard in XState's machine definition: a name, a name with params, or a function. */
interface GuardFunction {
  name: string;
  /** Operands of `and`, `or` and `not`. */
  guards?: unknown[];
  /** The state value of `stateIn`. */
  stateValue?: unknown;
}

/** Static params as text, as in `isResumedAt(about)`. */
const staticParams = (named: object): string => {
  if (!('params' in named) || typeof named.params === 'function') return '';
  const { params } = named;
  return `(${typeof params === 'string' ? params : JSON.stringify(params)})`;
};

/** A guard as text: `isReady`, `isResumedAt(about)`, `and(isReady, not(isLate))`, `stateIn(open.ready)`. */
const guardName = (guard: unknown): string => {
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null)
    return 'type' in guard ? `${guard.type}${staticParams(guard)}` : '';
  const { name, guards, stateValue } = guard as GuardFunction;
  if (guards) return `${name}(${guards.map(guardName).join(', ')})`;
  if (stateValue !== undefined)
    return `stateIn(${typeof stateValue === 'string' ? stateValue : JSON.stringify(stateValue)})`;
  return name === '' || name === 'guard' ? 'a condition' : name;
};

/** Names of the guards in an expression, without params; inline functions have none. */
export const guardNamesIn = (guard: unknown): string[] => {
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'object' && guard !== null)
    return 'type' in guard ? [String(guard.type)] : [];
  return typeof guard === 'function'
    ? ((guard as GuardFunction).guards ?? []).flatMap(guardNamesIn)
    : [];
};

/** A built-in action of XState: `raise`, `sendTo`, `assign`, `enqueueActions` … */
interface BuiltInAction {
  name: string;
  type?: string;
  /** The event, or the function that creates it. */
  event?: unknown;
  /** The receiver, if it is a name. */
  to?: unknown;
  /** The actor source. */
  src?: unknown;
}

/** Names that JavaScript infers for inline functions of a config. */
const NAMELESS: ReadonlySet<string> = new Set(['', 'actions', 'entry', 'exit']);

const typeOf = (event: unknown): string =>
  typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : '';

/** An action as text: its name, `notify(emailMissing)`, `raise(session.ended)`, `assign`. */
export const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null)
    return 'type' in action ? `${action.type}${staticParams(action)}` : '';
  const { name, type, event, to, src } = action as BuiltInAction;
  if (type === undefined) return NAMELESS.has(name) ? 'an action' : name;
  const details = [to, src, typeOf(event)].filter(
    (part) => typeof part === 'string' && part !== '',
  );
  const made = type.replace(/^xstate\./, '');
  return details.length > 0 ? `${made}(${details.join(', ')})` : made;
};

/** A transition of a state: one entry of `on`, `after`, `always`, `onDone` or `onError`. */
export interface ChartEdge {
  /** Stable id: source state, event type, and index among the transitions of that event. */
  id: string;
  /** Id of the machine. */
  chart: string;
  /** Id of the source state node. */
  source: string;
  /** Event type; empty for `always`. */
  event: string;
  /** The guard as text, `and(isReady, not(isLate))`; undefined without a guard. */
  guard?: string | undefined;
  /** Ids of the target state nodes; none for a transition with actions only. */
  targets: string[];
  /** The actions as text, `notify(emailMissing)`. */
  actions: string[];
}

/** Every edge of a chart, in source order. */
export const edgesOf = (machine: AnyStateMachine): ChartEdge[] =>
  transitionsOf(machine).map((edge) => ({
    id: edgeIdOf(edge),
    chart: machine.id,
    source: edge.source.id,
    event: edge.eventType,
    guard: edge.guard === undefined ? undefined : guardName(edge.guard),
    targets: (edge.target ?? []).map(({ id }) => id),
    actions: edge.actions.map(actionName),
  }));
