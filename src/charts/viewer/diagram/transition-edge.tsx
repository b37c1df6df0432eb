import type { EdgeProps } from '@xyflow/react';
import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import { useId } from 'react';
import styles from './chart-diagram.module.css';
import {
  type TransitionEdge as TransitionFlowEdge,
  useEdgeHighlights,
  useTrafficShare,
} from './flow-elements.ts';

const CORNER_PX = 6;
const ARROWHEAD_PX = 9;
/** How much longer the arrowhead of the thickest line is. */
const ARROWHEAD_GROWTH_PX = 7;

/** The point a few px away from `from` on the line to `to`, at most half way. */
const towards = (from: ElkPoint, to: ElkPoint, px: number): ElkPoint => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(px, distance / 2) / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
};

/** SVG path through the points, with rounded corners and room for the arrowhead at the end. */
const pathOf = (points: ElkPoint[], arrowheadPx: number): string =>
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

/** The line of one or more transitions: dashed when not covered, thick when taken last or often. */
export const TransitionEdge = ({ data }: EdgeProps<TransitionFlowEdge>) => {
  const ids = data?.edges.map(({ id }) => id) ?? [];
  const highlights = useEdgeHighlights(ids);
  const arrowheadId = useId();
  const arrowheadPx = ARROWHEAD_PX + ARROWHEAD_GROWTH_PX * (useTrafficShare(ids) ?? 0);
  return (
    <g className={styles['edge']} {...highlights}>
      <marker
        id={arrowheadId}
        className={styles['arrowhead']}
        orient="auto"
        markerUnits="userSpaceOnUse"
        viewBox="0 -4.5 9 9"
        markerWidth={arrowheadPx}
        markerHeight={arrowheadPx}
      >
        <path d="M9 0 0-4.5V4.5Z" />
      </marker>
      <path
        className={styles['line']}
        d={pathOf(data?.points ?? [], arrowheadPx)}
        markerEnd={`url(#${arrowheadId})`}
      />
    </g>
  );
};
