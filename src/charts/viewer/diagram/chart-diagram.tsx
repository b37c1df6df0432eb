import './react-flow.css';
import {
  type EdgeProps,
  MiniMap,
  ReactFlow,
  type ReactFlowProps,
  ReactFlowProvider,
  useStore,
} from '@xyflow/react';
import { useId } from 'react';
import { statePath } from '#charts/model/state-paths.ts';
import { linePath } from '../layout/drawn-text.ts';
import type { ChartGraph } from '../layout/elk-graph.ts';
import { activeLeaves, useView } from '../live/view.ts';
import { PERIOD_NAMES, statesByLeft } from '../traffic/chart-traffic.ts';
import styles from './chart-diagram.module.css';
import { DiagramToolbar } from './diagram-toolbar.tsx';
import { type Highlights, HighlightsContext, useEdgeHighlights } from './highlights.ts';
import { InitialNode, LabelNode, StateNode } from './nodes.tsx';
import {
  flowNodes,
  type TransitionEdge as TransitionFlowEdge,
  useChartLayout,
} from './use-chart-layout.ts';
import {
  COUNTED_SCALE_MIN,
  SCALE_MAX,
  SCALE_MIN,
  useChartViewport,
  WHOLE_SCALE_MIN,
} from './viewport.ts';

const ARROWHEAD_PX = 9;
/** How much longer the arrowhead of the thickest line is. */
const ARROWHEAD_GROWTH_PX = 7;

/** The line of one or more transitions: dashed when not covered, thick when taken last or often. */
const TransitionEdge = ({ data }: EdgeProps<TransitionFlowEdge>) => {
  const ids = data?.bundle?.edges.map(({ id }) => id) ?? [];
  const { share = 0, attributes } = useEdgeHighlights(ids);
  const arrowheadId = useId();
  const arrowheadPx = ARROWHEAD_PX + ARROWHEAD_GROWTH_PX * share;
  return (
    <g className={styles['edge']} {...attributes}>
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

interface ChartDiagramProps extends Pick<ReactFlowProps, 'viewport' | 'onViewportChange'> {
  graph: ChartGraph;
  traffic?: Highlights['traffic'];
}

const NODE_TYPES = { state: StateNode, label: LabelNode, initial: InitialNode };
const EDGE_TYPES = { transition: TransitionEdge };
const MINIMAP_SIZE_PX = { width: 140, height: 100 };
/** Below this scale only the titles of states are legible. */
const OVERVIEW_SCALE = 0.55;
const OVERVIEW_TITLE_PX = 13;

/** The active states, or the one where most left, are in view unless the address names a state. */
const Diagram = ({ graph, traffic, ...controlled }: ChartDiagramProps) => {
  const { chart, state, actor } = useView();
  const size = { width: useStore(({ width }) => width), height: useStore(({ height }) => height) };
  // Rounded, so that most zoom steps do not render every state again.
  const overviewScale = useStore(({ transform: [, , scale] }) =>
    scale < OVERVIEW_SCALE ? Math.max(SCALE_MIN, Math.round(scale * 10) / 10) : undefined,
  );
  const leaves = activeLeaves(chart.machine, actor?.snapshot.active ?? []);
  const chosen = graph.states.find((one) => statePath(one.state) === state);
  const shownIds = chosen
    ? [chosen.state.id]
    : traffic
      ? statesByLeft(traffic.counts).slice(0, 1)
      : leaves.map(({ id }) => id);
  const { layout, error } = useChartLayout(graph, size);
  const viewport = useChartViewport(
    layout,
    size,
    shownIds,
    traffic ? COUNTED_SCALE_MIN : WHOLE_SCALE_MIN,
  );
  const highlights: Highlights = {
    traffic,
    titleSizePx: overviewScale && OVERVIEW_TITLE_PX / overviewScale,
  };
  const status = traffic
    ? PERIOD_NAMES[traffic.period]
    : leaves.length > 0
      ? `active: ${leaves.map(({ key }) => key).join(', ')}`
      : 'not running';
  return (
    <div className={styles['diagram']}>
      <DiagramToolbar {...viewport} period={traffic?.period} />
      <section
        className={styles['canvas']}
        aria-label={`Chart of ${chart.name}${traffic ? `, ${status}` : ''}: arrows pan, plus and minus zoom, 0 fits, Escape goes to ${traffic ? 'where most left' : 'the active states'}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus the canvas to pan it.
        tabIndex={0}
        onKeyDown={viewport.onKeyDown}
        data-overview={overviewScale === undefined ? undefined : ''}
      >
        {layout ? (
          <div
            role="img"
            className={styles['description']}
            aria-label={`${chart.name}, ${status}. The same as text is below.`}
          />
        ) : (
          <p className={`quiet ${styles['note']}`}>{error || 'Computing the layout …'}</p>
        )}
        <HighlightsContext value={highlights}>
          <ReactFlow
            {...controlled}
            className={layout ? undefined : styles['measuring']}
            defaultNodes={flowNodes(graph)}
            defaultEdges={[]}
            nodeTypes={NODE_TYPES}
            edgeTypes={EDGE_TYPES}
            minZoom={SCALE_MIN}
            maxZoom={SCALE_MAX}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            colorMode="system"
            onMoveStart={(event) => {
              // React Flow passes null for moves that the program makes.
              if (event) viewport.markMoved();
            }}
          >
            <MiniMap
              pannable
              zoomable
              onClick={viewport.markMoved}
              className={styles['minimap']}
              style={MINIMAP_SIZE_PX}
              nodeColor={({ id }) => (shownIds.includes(id) ? 'var(--accent)' : '')}
            />
          </ReactFlow>
        </HighlightsContext>
      </section>
    </div>
  );
};

/** The diagram of one chart with pan, zoom and minimap; keeps the active states visible. */
export const ChartDiagram = (props: ChartDiagramProps) => (
  <ReactFlowProvider>
    <Diagram {...props} />
  </ReactFlowProvider>
);
