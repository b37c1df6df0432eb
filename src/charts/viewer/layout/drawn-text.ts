import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import type { AnyStateNode } from 'xstate';
import { actionName, type ChartEdge, edgeText } from '#charts/model/chart-edges.ts';

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

const edgeLine = (edge: ChartEdge): StateLine => ({
  kind: 'edge',
  edge: edge.id,
  text: edgeText(edge) + (edge.actions.length > 0 ? ` / ${edge.actions.join(', ')}` : ''),
});

/** The lines below the title of a state; `internal` are its transitions without a target. */
export const stateLines = (state: AnyStateNode, internal: ChartEdge[]): StateLine[] => [
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
