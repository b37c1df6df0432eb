import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import type { AnyStateNode } from 'xstate';
import { actionName } from '#charts/model/chart-edges.ts';
import type { LabelledEdge } from './elk-graph.ts';

const INTERNAL_EVENTS: [RegExp, (match: RegExpExecArray) => string][] = [
  // Without an id of its own, an actor has the place of its invocation.
  [/^xstate\.done\.actor\.\d+\..*?([^.]+)$/, ([, state]) => `actor of ${state} done`],
  [/^xstate\.error\.actor\.\d+\..*?([^.]+)$/, ([, state]) => `actor of ${state} failed`],
  [/^xstate\.done\.actor\.(.*)$/, ([, actor]) => `${actor} done`],
  [/^xstate\.error\.actor\.(.*)$/, ([, actor]) => `${actor} failed`],
  [/^xstate\.snapshot\.(.*)$/, ([, actor]) => `${actor} changed`],
  [/^xstate\.done\.state\.(?:.*\.)?([^.]+)$/, ([, state]) => `${state} done`],
  [/^xstate\.after\.(\d+)\./, ([, ms]) => `after ${Number(ms).toLocaleString('en')} ms`],
  [/^xstate\.after\.([^.]+)\./, ([, delay]) => `after ${delay}`],
  [/^xstate\.route\.(.*)$/, ([, state]) => `to ${state}`],
  [/^xstate\.promise\.resolve$/, () => 'resolved'],
  [/^xstate\.promise\.reject$/, () => 'rejected'],
  [/^xstate\.init$/, () => 'started'],
  [/^xstate\.stop$/, () => 'stopped'],
  [/^\*$/, () => 'any event'],
  [/^$/, () => 'always'],
];

/** A readable name for an event type: `logIn done` for `xstate.done.actor.logIn`. */
export const eventLabel = (type: string): string => {
  for (const [pattern, label] of INTERNAL_EVENTS) {
    const match = pattern.exec(type);
    if (match) return label(match);
  }
  return type;
};

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

/** The text of an edge: `login.submitted [isFilled]`. */
export const edgeText = ({ event, condition }: LabelledEdge): string =>
  eventLabel(event) + (condition === undefined ? '' : ` [${condition}]`);

const edgeLine = (edge: LabelledEdge): StateLine => ({
  kind: 'edge',
  edge: edge.id,
  text: edgeText(edge) + (edge.actions.length > 0 ? ` / ${edge.actions.join(', ')}` : ''),
});

/** The lines below the title of a state; `internal` are its transitions without a target. */
export const stateLines = (state: AnyStateNode, internal: LabelledEdge[]): StateLine[] => [
  ...(state.type === 'history'
    ? [
        {
          kind: 'action' as const,
          text: `history, ${state.history === 'deep' ? 'deep' : 'shallow'}`,
        },
      ]
    : []),
  ...(state.description ? [{ kind: 'description' as const, text: state.description }] : []),
  ...state.invoke.map(({ id }) => ({ kind: 'invoke' as const, text: `runs ${String(id)}` })),
  ...actionLine('entry', state.entry),
  ...actionLine('exit', state.exit),
  ...internal.map(edgeLine),
];

const CORNER_PX = 6;

/** The point a few px away from `from` on the line to `to`, at most half way. */
const towards = (from: ElkPoint, to: ElkPoint, px: number): ElkPoint => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(px, distance / 2) / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
};

/** SVG path through the points, with rounded corners and room for the arrowhead at the end. */
export const linePath = (points: ElkPoint[], arrowheadPx: number): string =>
  points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) {
        const { x, y } = towards(point, before, arrowheadPx);
        return `L${x} ${y}`;
      }
      const [start, end] = [towards(point, before, CORNER_PX), towards(point, after, CORNER_PX)];
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join('');
