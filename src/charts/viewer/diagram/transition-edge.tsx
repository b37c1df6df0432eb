import type { EdgeProps } from '@xyflow/react';
import { useId } from 'react';
import { linePath } from '../layout/drawn-text.ts';
import { type TransitionEdge as TransitionFlowEdge, useEdgeHighlights } from './flow-elements.ts';
import styles from './transition-edge.module.css';

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
        d={linePath(data?.points ?? [])}
        markerEnd={`url(#${arrowheadId})`}
      />
    </g>
  );
};
