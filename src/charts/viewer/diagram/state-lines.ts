import type { AnyStateNode } from 'xstate';
import { actionName } from '#charts/model/action-name.ts';
import type { LabelledEdge } from '../layout/elk-graph.ts';
import { eventLabel } from './event-label.ts';

/** One line of text inside a state; `edge` is the id of an internal transition. */
export interface StateLine {
  text: string;
  kind: 'description' | 'invoke' | 'action' | 'edge';
  edge?: string;
}

/** The actions with which XState itself starts and cancels a delay; the transition's label names it. */
const DELAY_ACTIONS = new Set(['xstate.raise', 'xstate.cancel']);

const actionLine = (when: string, actions: readonly unknown[]): StateLine[] => {
  const names = actions
    .filter((action) => !DELAY_ACTIONS.has(String((action as { type?: unknown }).type)))
    .map(actionName);
  return names.length > 0 ? [{ kind: 'action', text: `${when} / ${names.join(', ')}` }] : [];
};

const edgeLine = ({ id, event, condition, actions }: LabelledEdge): StateLine => ({
  kind: 'edge',
  edge: id,
  text: [
    eventLabel(event),
    ...(condition === undefined ? [] : [`[${condition}]`]),
    ...(actions.length > 0 ? [`/ ${actions.join(', ')}`] : []),
  ].join(' '),
});

/** The lines below the title of a state; `internal` are its transitions without a target. */
export const stateLines = (state: AnyStateNode, internal: LabelledEdge[]): StateLine[] => [
  ...(state.type === 'history'
    ? [{ kind: 'action' as const, text: `history, ${state.history}` }]
    : []),
  ...(state.description ? [{ kind: 'description' as const, text: state.description }] : []),
  ...state.invoke.map(({ id }) => ({ kind: 'invoke' as const, text: `runs ${String(id)}` })),
  ...actionLine('entry', state.entry),
  ...actionLine('exit', state.exit),
  ...internal.map(edgeLine),
];
