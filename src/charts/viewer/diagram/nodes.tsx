import { Handle, type NodeProps, Position } from '@xyflow/react';
import { useContext } from 'react';
import { edgeText, type StateLine, stateLines } from '../layout/drawn-text.ts';
import type { LabelledEdge } from '../layout/elk-graph.ts';
import {
  HighlightsContext,
  type LabelNode as LabelFlowNode,
  type StateNode as StateFlowNode,
  useEdgeHighlights,
} from './flow-elements.ts';
import initialStyles from './initial-node.module.css';
import labelStyles from './label-node.module.css';
import styles from './state-node.module.css';

/** Average width of a letter as a fraction of the font size. */
const LETTER_WIDTH = 0.62;
/** Same as --charts-title in tokens.css. */
const TITLE_PX = 15;
/** Inline padding of a state and the star before its title. */
const TITLE_INSET_PX = 42;
/** Largest font size of a title as a fraction of the height of its state. */
const TITLE_HEIGHT_MAX = 0.7;

/** Font size of an enlarged title in px, limited by the size of its state. */
const titleSize = (title: string, size: number, width: number, height: number): number =>
  Math.max(
    TITLE_PX,
    Math.min(
      size,
      (width - TITLE_INSET_PX) / (title.length * LETTER_WIDTH),
      height * TITLE_HEIGHT_MAX,
    ),
  );

const Line = ({ line: { text, kind, edge } }: { line: StateLine }) => {
  const highlights = useEdgeHighlights(edge === undefined ? [] : [edge]);
  return (
    <p className={styles['line']} data-kind={kind} {...highlights}>
      {text}
    </p>
  );
};

/** A state: its title, tags, description, invoked actors, actions and internal transitions. */
export const StateNode = ({
  id,
  data: { state, internal },
  width = 0,
  height = 0,
}: NodeProps<StateFlowNode>) => {
  const { active, isRunning, titleSizePx } = useContext(HighlightsContext);
  const isActive = active.includes(id);
  const isLeaf = Object.keys(state.states).length === 0;
  return (
    <div
      className={styles['state']}
      data-leaf={isLeaf ? '' : undefined}
      data-region={state.parent?.type === 'parallel' ? '' : undefined}
      data-final={state.type === 'final' ? '' : undefined}
      data-active={isActive ? (isRunning ? 'now' : 'before') : undefined}
    >
      <Handle type="target" position={Position.Top} />
      <p className={styles['header']}>
        {isActive && (
          <svg viewBox="-7 -7 14 14" className={styles['star']} aria-hidden>
            <path d="M0-7 1.5-1.5 7 0 1.5 1.5 0 7-1.5 1.5-7 0-1.5-1.5Z" />
          </svg>
        )}
        <span
          className={styles['title']}
          style={titleSizePx ? { fontSize: titleSize(state.key, titleSizePx, width, height) } : {}}
        >
          {state.key}
        </span>
        {state.tags.map((tag) => (
          <span key={tag} className={styles['tag']} data-tag={tag}>
            {tag}
          </span>
        ))}
      </p>
      {stateLines(state, internal).map((line) => (
        <Line key={line.edge ?? line.text} line={line} />
      ))}
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
};

const Row = ({ edge }: { edge: LabelledEdge }) => (
  <p className={labelStyles['row']} {...useEdgeHighlights([edge.id])}>
    {edgeText(edge)}
  </p>
);

/** The label of an edge: a row for each transition; several rows each show their own line style. */
export const LabelNode = ({ data: { edges } }: NodeProps<LabelFlowNode>) => {
  const { 'data-last': last } = useEdgeHighlights(edges.map(({ id }) => id));
  return (
    <div
      className={labelStyles['label']}
      data-last={last}
      data-several={edges.length > 1 ? '' : undefined}
    >
      {edges.map((edge) => (
        <Row key={edge.id} edge={edge} />
      ))}
    </div>
  );
};

/** The dot that marks the initial state of a compound state. */
export const InitialNode = () => (
  <div className={initialStyles['dot']}>
    <Handle type="source" position={Position.Bottom} />
  </div>
);
