import { Handle, type NodeProps, Position } from '@xyflow/react';
import { use } from 'react';
import { type ChartEdge, edgeText } from '#charts/model/chart-edges.ts';
import { statePath } from '#charts/model/state-paths.ts';
import { type StateLine, stateLines } from '../layout/drawn-text.ts';
import { chartGraph } from '../layout/elk-graph.ts';
import { hrefOf } from '../live/address.ts';
import { useView } from '../live/view.ts';
import { changeText, partOf, partText, sumText } from '../traffic/chart-traffic.ts';
import { HighlightsContext, shareStyle, useEdgeHighlights } from './highlights.ts';
import styles from './nodes.module.css';
import type { LabelNode as LabelFlowNode, StateNode as StateFlowNode } from './use-chart-layout.ts';

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

/** A link to the generated paths that take an edge, with its count; the outline has it for the keyboard. */
const EdgeLink = ({ edge, text }: { edge: string; text: string }) => {
  const { chart } = useView();
  const { edgeNames } = chartGraph(chart.machine);
  return (
    <>
      <a
        href={hrefOf(chart.name, { edge: edgeNames.get(edge) })}
        tabIndex={-1}
        className={styles['link']}
      >
        {text}
      </a>
      <EdgeCount edge={edge} />
    </>
  );
};

/** How often an edge was taken, and the change from the period before. Both drawings have room for both. */
const EdgeCount = ({ edge }: { edge: string }) => {
  const { traffic } = use(HighlightsContext);
  const count = traffic?.counts.edges.get(edge);
  if (!traffic || !count) return null;
  return (
    <span className={styles['count']}>
      <strong>{sumText(count[traffic.period])}</strong>
      <span>{traffic.period === 'now' && changeText(count)}</span>
    </span>
  );
};

/** How many stopped in a state, with their part of those who started, also as a bar. */
const Leavers = ({ state }: { state: string }) => {
  const { traffic } = use(HighlightsContext);
  const count = traffic?.counts.left.get(state);
  if (!traffic || !count) return null;
  const { counts, period } = traffic;
  const part = partOf(count[period], counts.started[period]) ?? 0;
  const isEnd = counts.ends.has(state);
  return (
    <p
      className={styles['leavers']}
      data-end={isEnd ? '' : undefined}
      style={shareStyle(Math.min(1, part))}
    >
      {partText(count[period], counts.started[period])} {isEnd ? 'finished' : 'left'}
    </p>
  );
};

const Line = ({ line: { text, kind, edge } }: { line: StateLine }) => {
  const { attributes } = useEdgeHighlights(edge === undefined ? [] : [edge]);
  return (
    <p className={styles['line']} data-kind={kind} {...attributes}>
      {edge === undefined ? text : <EdgeLink edge={edge} text={text} />}
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
  const { chart, state: chosen, actor } = useView();
  const { titleSizePx } = use(HighlightsContext);
  const path = statePath(state);
  const isActive = actor?.snapshot.active.includes(id);
  const isLeaf = Object.keys(state.states).length === 0;
  return (
    <div
      className={styles['state']}
      data-leaf={isLeaf ? '' : undefined}
      data-region={state.parent?.type === 'parallel' ? '' : undefined}
      data-final={state.type === 'final' ? '' : undefined}
      data-chosen={path === chosen ? '' : undefined}
      data-active={isActive ? (actor?.isRunning ? 'now' : 'before') : undefined}
    >
      <Handle type="target" position={Position.Top} />
      <p className={styles['header']}>
        {isActive && (
          <svg viewBox="-7 -7 14 14" className={styles['star']} aria-hidden>
            <path d="M0-7 1.5-1.5 7 0 1.5 1.5 0 7-1.5 1.5-7 0-1.5-1.5Z" />
          </svg>
        )}
        <a
          href={hrefOf(chart.name, { state: path })}
          tabIndex={-1}
          className={`${styles['link']} ${styles['title']}`}
          style={titleSizePx ? { fontSize: titleSize(state.key, titleSizePx, width, height) } : {}}
        >
          {state.key}
        </a>
        {state.tags.map((tag) => (
          <span key={tag} className={styles['tag']} data-tag={tag}>
            {tag}
          </span>
        ))}
      </p>
      {stateLines(state, internal).map((line) => (
        <Line key={line.edge ?? line.text} line={line} />
      ))}
      <Leavers state={id} />
      <Handle type="source" position={Position.Bottom} />
    </div>
  );
};

const Row = ({ edge }: { edge: ChartEdge }) => (
  <p className={styles['row']} {...useEdgeHighlights([edge.id]).attributes}>
    <EdgeLink edge={edge.id} text={edgeText(edge)} />
  </p>
);

/** The label of an edge: a row for each transition; several rows each show their own line style. */
export const LabelNode = ({ data: { edges } }: NodeProps<LabelFlowNode>) => {
  const { attributes } = useEdgeHighlights(edges.map(({ id }) => id));
  return (
    <div
      className={styles['label']}
      data-last={attributes['data-last']}
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
  <div className={styles['dot']}>
    <Handle type="source" position={Position.Bottom} />
  </div>
);
