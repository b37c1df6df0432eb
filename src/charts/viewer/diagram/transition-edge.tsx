import type { EdgeProps } from '@xyflow/react';
import { useId } from 'react';
import { linePath } from '../layout/drawn-text.ts';
import styles from './chart-diagram.module.css';
import {
  type TransitionEdge as TransitionFlowEdge,
  useEdgeHighlights,
  useTrafficShare,
} from './flow-elements.ts';

const ARROWHEAD_PX = 9;
/** How much longer the arrowhead of the thickest line is. */
const ARROWHEAD_GROWTH_PX = 7;

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
        d={linePath(data?.points ?? [], arrowheadPx)}
        markerEnd={`url(#${arrowheadId})`}
      />
    </g>
  );
};
