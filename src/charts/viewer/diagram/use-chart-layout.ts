import { type Edge, type Node, useNodesInitialized, useReactFlow } from '@xyflow/react';
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { useEffect, useState } from 'react';
import type { AnyStateNode } from 'xstate';
import type { ChartEdge } from '#charts/model/chart-edges.ts';
import { MS_PER_S } from '#contract/durations.ts';
import {
  type ChartGraph,
  type ChartLayout,
  fittingLayout,
  INITIAL,
  LABEL,
  layOut,
  type RoutedEdge,
  type Size,
  type Sizes,
} from '../layout/elk-graph.ts';

/** The largest chart takes 250 ms. */
const LAYOUT_TIMEOUT_MS = 20_000;

// A same-origin file, which the content security policy allows as a worker.
const startElk = () => new ELK({ workerUrl });
let elk = startElk();

/** Runs ELK in its worker. Rejects and restarts the worker when a layout does not end in time. */
const runElk = async (graph: ElkNode): Promise<ElkNode> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      elk.terminateWorker();
      elk = startElk();
      reject(new Error(`No layout within ${LAYOUT_TIMEOUT_MS / MS_PER_S} s`));
    }, LAYOUT_TIMEOUT_MS);
  });
  return Promise.race([elk.layout(graph), timeout]).finally(() => clearTimeout(timer));
};

const layouts = new WeakMap<ChartGraph, Promise<ChartLayout[]>>();

/** Computes the layouts of a graph once, unless that fails. */
const layoutsOf = (graph: ChartGraph, sizes: () => Sizes): Promise<ChartLayout[]> => {
  const known = layouts.get(graph);
  if (known) return known;
  const computed = layOut(graph, sizes(), runElk);
  layouts.set(graph, computed);
  computed.catch(() => layouts.delete(graph));
  return computed;
};

/** A state; `internal` has its transitions without a target. */
export type StateNode = Node<{ state: AnyStateNode; internal: ChartEdge[] }, 'state'>;
/** The label of an edge. */
export type LabelNode = Node<{ edges: ChartEdge[] }, 'label'>;
type FlowNode = StateNode | LabelNode | Node<Record<string, never>, 'initial'>;
/** One or more transitions, with the points of their line. */
export type TransitionEdge = Edge<Pick<RoutedEdge, 'bundle' | 'points'>, 'transition'>;

/** Edges are below all text. */
const Z_INDEX = { edge: 0, node: 1, label: 2 };

/** The states and labels of a chart; with a layout also its initial dots, all in their places. */
export const flowNodes = ({ states, bundles }: ChartGraph, layout?: ChartLayout): FlowNode[] => {
  const placeOf = (id: string, zIndex = Z_INDEX.node) => {
    const { x = 0, y = 0, ...size } = layout?.places.get(id) ?? {};
    return { id, zIndex, position: { x, y }, ...size };
  };
  return [
    ...states.map((data): StateNode => ({ type: 'state', data, ...placeOf(data.state.id) })),
    ...bundles.map(
      ({ id, edges }): LabelNode => ({
        type: 'label',
        data: { edges },
        ...placeOf(id + LABEL, Z_INDEX.label),
      }),
    ),
    ...states
      .map(({ state }) => state.id + INITIAL)
      .filter((id) => layout?.places.has(id))
      .map((id) => ({ type: 'initial' as const, data: {}, ...placeOf(id) })),
  ];
};

/** The lines of a layout. */
const flowEdges = ({ edges }: ChartLayout): TransitionEdge[] =>
  edges.map(({ id, source, target, ...data }) => ({
    id,
    type: 'transition',
    source,
    target,
    zIndex: Z_INDEX.edge,
    data,
  }));

/** A text that is one fraction of a px wider than its rounded size would wrap. */
const ROUNDING_PX = 1;

/**
 * Gives React Flow the nodes of a chart without a position to be measured, and then nodes and edges
 * with those of the layout that fits the viewport best; undefined until it is ready. Must run inside a
 * ReactFlowProvider.
 */
export const useChartLayout = (graph: ChartGraph, viewport: Size) => {
  const { getNodes, setNodes, setEdges } = useReactFlow();
  const [layout, setLayout] = useState<ChartLayout>();
  const [error, setError] = useState('');
  const isMeasured = useNodesInitialized() || layout !== undefined;
  const isLandscape = viewport.width > viewport.height;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a resize needs a new layout only when the orientation changes.
  useEffect(() => {
    if (!isMeasured) return;
    let isCurrent = true;
    const sizes = () =>
      new Map(
        getNodes().map(({ id, measured: { width = 0, height = 0 } = {} }) => [
          id,
          { width: width + ROUNDING_PX, height },
        ]),
      );
    layoutsOf(graph, sizes).then(
      (computed) => {
        if (!isCurrent) return;
        const fitting = fittingLayout(computed, viewport);
        setNodes(flowNodes(graph, fitting));
        setEdges(flowEdges(fitting));
        setLayout(fitting);
      },
      (reason: unknown) => isCurrent && setError(String(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [graph, isMeasured, isLandscape]);
  return { layout, error };
};
