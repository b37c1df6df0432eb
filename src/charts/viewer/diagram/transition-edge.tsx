import type { EdgeProps } from '@xyflow/react';
import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import { useId } from 'react';
import { type TransitionEdge as TransitionFlowEdge, useEdgeHighlights } from './flow-elements.ts';
import styles from './transition-edge.module.css';

const CORNER_PX = 6;

/** The point CORNER_PX away from `from` on the line to `to`, at most half way. */
const towards = (from: ElkPoint, to: ElkPoint): ElkPoint => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(CORNER_PX, distance / 2) / distance;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
};

/** SVG path through the points, with rounded corners. */
const pathOf = (points: ElkPoint[]): string =>
  points
    .map((point, index) => {
      const [before, after] = [points[index - 1], points[index + 1]];
      if (!before) return `M${point.x} ${point.y}`;
      if (!after) return `L${point.x} ${point.y}`;
      const [start, end] = [towards(point, before), towards(point, after)];
      return `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
    })
    .join('');

/** The line of one or more transitions: dashed when not covered, thick when taken last. */
export const TransitionEdge = ({ data }: EdgeProps<TransitionFlowEdge>) => {
  const highlights = useEdgeHighlights(data?.edges.map(({ id }) => id) ?? []);
  const arrowheadId = useId();
  return (
    <g className={styles['edge']} {...highlights}>
      <marker
        id={arrowheadId}
        className={styles['arrowhead']}
        orient="auto"
        markerUnits="userSpaceOnUse"
        viewBox="-9 -4.5 9 9"
        markerWidth={9}
        markerHeight={9}
      >
        <path d="M0 0-9-4.5V4.5Z" />
      </marker>
      <path
        className={styles['line']}
        d={pathOf(data?.points ?? [])}
        markerEnd={`url(#${arrowheadId})`}
      />
    </g>
  );
};
