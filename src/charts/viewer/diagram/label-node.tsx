import type { NodeProps } from '@xyflow/react';
import type { LabelledEdge } from '../layout/elk-graph.ts';
import { eventLabel } from './event-label.ts';
import type { LabelNode as LabelFlowNode } from './flow-elements.ts';
import { useEdgeHighlights } from './highlights.ts';
import styles from './label-node.module.css';

const Row = ({ edge: { id, event, condition } }: { edge: LabelledEdge }) => (
  <p className={styles['row']} {...useEdgeHighlights([id])}>
    {eventLabel(event)}
    {condition !== undefined && ` [${condition}]`}
  </p>
);

/** The label of an edge: a row for each transition; several rows each show their own line style. */
export const LabelNode = ({ data: { edges } }: NodeProps<LabelFlowNode>) => {
  const { 'data-last': last } = useEdgeHighlights(edges.map(({ id }) => id));
  return (
    <div
      className={styles['label']}
      data-last={last}
      data-several={edges.length > 1 ? '' : undefined}
    >
      {edges.map((edge) => (
        <Row key={edge.id} edge={edge} />
      ))}
    </div>
  );
};
