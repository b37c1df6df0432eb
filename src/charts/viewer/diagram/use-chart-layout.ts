import { useNodesInitialized, useNodesState } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { type ChartLayout, layOutChart } from '../layout/chart-layout.ts';
import type { ChartGraph, Size, Sizes } from '../layout/elk-graph.ts';
import { positionElements, type TransitionEdge, unpositionedNodes } from './flow-elements.ts';

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
