import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { edgeIdOf, transitionsOf } from '#machines/rules/edges.ts';

export { edgeIdOf, stateNodesOf } from '#machines/rules/edges.ts';

/** The states around a state, the nearest first. */
export const ancestorsOf = ({ parent }: AnyStateNode): AnyStateNode[] =>
  parent ? [parent, ...ancestorsOf(parent)] : [];

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
  src?: unknown;
}

/** Names that JavaScript infers for inline functions of a config. */
const NAMELESS: ReadonlySet<string> = new Set(['', 'actions', 'entry', 'exit']);

/** An action as text: its name, `notify(emailMissing)`, `raise(session.ended)`, `assign`. */
export const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action;
  if (typeof action === 'object' && action !== null)
    return 'type' in action ? `${action.type}${staticParams(action)}` : '';
  const { name, type, event, to, src } = action as BuiltInAction;
  if (type === undefined) return NAMELESS.has(name) ? 'an action' : name;
  const sent = typeof event === 'object' && event !== null && 'type' in event ? event.type : '';
  const details = [to, src, sent].filter((part) => typeof part === 'string' && part !== '');
  const made = type.replace(/^xstate\./, '');
  return details.length > 0 ? `${made}(${details.join(', ')})` : made;
};

type Cause = 'event' | 'always' | 'done' | 'error' | 'snapshot' | 'after' | 'stateDone';

/** A transition of a state: one entry of `on`, `after`, `always`, `onDone` or `onError`. */
export interface ChartEdge {
  /** Stable id: source state, event type, and index among the transitions of that event. */
  id: string;
  chart: string;
  source: string;
  /** Event type; empty for `always`. */
  event: string;
  cause: Cause;
  /** The trigger's subject: actor id, delay name or milliseconds, or state id. */
  of?: string | undefined;
  /** The guard as text, `and(isReady, not(isLate))`; undefined without a guard. */
  guard?: string | undefined;
  /** Names of the guards that its guard combines. */
  guards: string[];
  /** Its guard, or `else` beside guarded edges of the same event. */
  condition?: string | undefined;
  /** Ids of the target state nodes; none for a transition with actions only. */
  targets: string[];
  /** The actions as text, `notify(emailMissing)`. */
  actions: string[];
  reenter: boolean;
  description?: string | undefined;
}

const CAUSES: [Cause, RegExp][] = [
  ['done', /^xstate\.done\.actor\.(.*)$/],
  ['error', /^xstate\.error\.actor\.(.*)$/],
  ['snapshot', /^xstate\.snapshot\.(.*)$/],
  ['after', /^xstate\.after\.(.*)$/],
  ['stateDone', /^xstate\.done\.state\.(.*)$/],
];

/** The trigger of an event type: `xstate.done.actor.otp` is `done` of `otp`. */
export const causeOf = (event: string): { cause: Cause; of?: string } => {
  if (event === '') return { cause: 'always' };
  for (const [cause, pattern] of CAUSES) {
    const of = pattern.exec(event)?.[1];
    if (of !== undefined) return { cause, of };
  }
  return { cause: 'event' };
};

/** Every edge of a chart, in source order. */
export const edgesOf = (machine: AnyStateMachine): ChartEdge[] =>
  transitionsOf(machine).map((edge) => {
    const { source, eventType, target = [], actions, reenter, description } = edge;
    const guard = edge.guard === undefined ? undefined : guardName(edge.guard);
    const siblings = (eventType ? source.transitions.get(eventType) : source.always) ?? [];
    const { cause, of } = causeOf(eventType);
    return {
      id: edgeIdOf(edge),
      chart: machine.id,
      source: source.id,
      event: eventType,
      cause,
      of: cause === 'after' ? of?.slice(0, -`.${source.id}`.length) : of,
      guard,
      guards: guardNamesIn(edge.guard),
      condition: guard ?? (siblings.some((one) => one.guard !== undefined) ? 'else' : undefined),
      targets: target.map(({ id }) => id),
      actions: actions.map(actionName),
      reenter,
      description,
    };
  });

const PLAIN: Record<string, string> = {
  '*': 'any other event',
  'xstate.promise.resolve': 'resolved',
  'xstate.promise.reject': 'rejected',
  'xstate.init': 'started',
  'xstate.stop': 'stopped',
};

/** A readable name for an event type: `logIn done` for `xstate.done.actor.logIn`. */
export const eventLabel = (type: string): string => {
  const { cause, of = '' } = causeOf(type);
  // Without an id of its own, an actor has the place of its invocation.
  const actor = of.replace(/^\d+\..*?([^.]+)$/, 'actor of $1');
  const [delay = ''] = of.split('.');
  switch (cause) {
    case 'always':
      return 'always';
    case 'done':
      return `${actor} done`;
    case 'error':
      return `${actor} failed`;
    case 'snapshot':
      return `${of} changed`;
    case 'stateDone':
      return `${lastSegment(of)} done`;
    case 'after':
      return `after ${delay}${/^\d+$/.test(delay) ? ' ms' : ''}`;
    case 'event':
      return PLAIN[type] ?? type.replace(/^xstate\.route\./, 'to ');
  }
};

/** The last part of a state's id. */
export const lastSegment = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

/** The condition of an edge in brackets after a space, if it has any. */
export const conditionText = ({ condition }: ChartEdge): string =>
  condition === undefined ? '' : ` [${condition}]`;

/** The event and the condition of an edge: `login.submitted [isFilled]`. */
export const edgeText = (edge: ChartEdge): string => eventLabel(edge.event) + conditionText(edge);

/** The trigger of an edge beside its state: `otp done`, `done`; empty for `always`. */
export const causeLabel = ({ cause, event }: ChartEdge): string =>
  cause === 'always' ? '' : cause === 'stateDone' ? 'done' : eventLabel(event);

/** The trigger and the condition of an edge beside its state. */
export const edgeLabel = (edge: ChartEdge): string =>
  `${causeLabel(edge)}${conditionText(edge)}${edge.reenter ? ' (anew)' : ''}`.trim();
