import { useNodesInitialized, useReactFlow } from '@xyflow/react';
import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { useEffect, useState } from 'react';
import { MS_PER_S } from '#contract/durations.ts';
import {
  type ChartGraph,
  type ChartLayout,
  fittingLayout,
  layOut,
  type Size,
  type Sizes,
} from '../layout/elk-graph.ts';
import { flowEdges, flowNodes } from './flow-elements.ts';

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
