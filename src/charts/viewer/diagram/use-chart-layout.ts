import { useNodesInitialized, useNodesState } from '@xyflow/react';
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { useEffect, useState } from 'react';
import { MS_PER_S } from '#contract/durations.ts';
import {
  type ChartGraph,
  type ChartLayout,
  type Direction,
  fitScale,
  readLayout,
  type Size,
  type Sizes,
} from '../layout/elk-graph.ts';
import { positionElements, type TransitionEdge, unpositionedNodes } from './flow-elements.ts';

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

const layOut = async (graph: ChartGraph, sizes: Sizes, direction: Direction) =>
  readLayout(graph, await runElk(graph.toElk(direction, sizes)));

const layouts = new WeakMap<ChartGraph, Promise<[ChartLayout, ChartLayout]>>();

/** Computes the layouts of a graph once, unless that fails. */
const layoutsOf = (graph: ChartGraph, sizes: Sizes) => {
  const known = layouts.get(graph);
  if (known) return known;
  const computed = Promise.all([layOut(graph, sizes, 'DOWN'), layOut(graph, sizes, 'RIGHT')]);
  layouts.set(graph, computed);
  computed.catch(() => layouts.delete(graph));
  return computed;
};

/**
 * Lays a chart out from top to bottom or from left to right, whichever fits the viewport at a larger
 * scale. Computes both once for each graph. Rejects when ELK fails or takes longer than 20 s.
 */
const layOutChart = async (
  graph: ChartGraph,
  sizes: Sizes,
  viewport: Size,
): Promise<ChartLayout> => {
  const [down, right] = await layoutsOf(graph, sizes);
  return fitScale(right, viewport) > fitScale(down, viewport) ? right : down;
};

/** A text that is one fraction of a px wider than its rounded size would wrap. */
const ROUNDING_PX = 1;

/**
 * The nodes and edges of a chart for React Flow. The nodes render once without a position to be
 * measured; `layout` is undefined until the layout is ready. Must run inside a ReactFlowProvider.
 */
export const useChartLayout = (graph: ChartGraph, viewport: Size) => {
  const [nodes, setNodes, onNodesChange] = useNodesState(unpositionedNodes(graph));
  const [edges, setEdges] = useState<TransitionEdge[]>([]);
  const [layout, setLayout] = useState<ChartLayout>();
  const [error, setError] = useState('');
  const [sizes, setSizes] = useState<Sizes>();
  const isMeasured = useNodesInitialized();

  if (isMeasured && !sizes)
    setSizes(
      new Map(
        nodes.map(({ id, measured: { width = 0, height = 0 } = {} }) => [
          id,
          { width: width + ROUNDING_PX, height },
        ]),
      ),
    );

  const isLandscape = viewport.width > viewport.height;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a resize needs a new layout only when the orientation changes.
  useEffect(() => {
    if (!sizes) return;
    let isCurrent = true;
    layOutChart(graph, sizes, viewport).then(
      (result) => {
        if (!isCurrent) return;
        const positioned = positionElements(graph, result);
        setNodes(positioned.nodes);
        setEdges(positioned.edges);
        setLayout(result);
      },
      (reason: unknown) => isCurrent && setError(String(reason)),
    );
    return () => {
      isCurrent = false;
    };
  }, [graph, sizes, isLandscape]);

  return { nodes, edges, onNodesChange, layout, error };
};
