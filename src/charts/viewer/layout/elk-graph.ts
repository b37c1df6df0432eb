import type { Dimensions, Rect } from '@xyflow/react';
import type { ElkExtendedEdge, ElkNode, ElkPoint } from 'elkjs/lib/elk-api.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type ChartEdge, edgesOf } from '#charts/model/chart-edges.ts';
import { edgeNames } from '#charts/model/state-paths.ts';

/** In px. */
export type Size = Dimensions;

/** Sizes of states and labels by id. */
export type Sizes = ReadonlyMap<string, Size>;

/** A chart as a graph. `internal` has the edges of a state without a target. */
export interface ChartGraph {
  machine: AnyStateMachine;
  states: { state: AnyStateNode; internal: ChartEdge[] }[];
  bundles: Bundle[];
  edges: ChartEdge[];
  /** The edges as the path generator prints them, by id. */
  edgeNames: ReadonlyMap<string, string>;
}

/** Suffix of the id of the dot before an initial state. */
export const INITIAL = '|initial';
/** Suffix of the id of the label of a bundle. */
export const LABEL = '|label';
const DOT_PX = 10;
const CHILD_GAP_PX = 16;

const SPACING = {
  'elk.spacing.nodeNode': '22',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '3',
  'elk.spacing.labelLabel': '4',
  'elk.spacing.componentComponent': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.spacing.edgeNodeBetweenLayers': '14',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
};

/** The edges from one state to another, drawn as one line. */
export interface Bundle {
  id: string;
  source: string;
  target: string;
  edges: ChartEdge[];
  /** Whether it leads to a state that is declared earlier; ELK then gets it reversed. */
  isBackward: boolean;
}

/**
 * Whether an edge leads to a state that is declared earlier. Charts declare states in the order in
 * which they are usually entered, and the layout keeps that order from top to bottom.
 */
const isBackwardEdge = (nodes: AnyStateNode[], sourceId: string, targetId: string): boolean => {
  const source = nodes.findIndex(({ id }) => id === sourceId);
  const target = nodes.findIndex(({ id }) => id === targetId);
  const isInside = (inner: AnyStateNode | undefined, outer: AnyStateNode | undefined): boolean =>
    inner !== undefined && (inner.parent === outer || isInside(inner.parent, outer));
  return target < source && !isInside(nodes[source], nodes[target]);
};

const bundlesOf = (edges: ChartEdge[], nodes: AnyStateNode[]): Bundle[] => {
  const bundles = new Map<string, Bundle>();
  for (const edge of edges)
    for (const target of edge.targets) {
      const id = `${edge.source}>${target}`;
      const bundle = bundles.get(id) ?? {
        id,
        source: edge.source,
        target,
        edges: [],
        isBackward: isBackwardEdge(nodes, edge.source, target),
      };
      bundle.edges.push(edge);
      bundles.set(id, bundle);
    }
  return [...bundles.values()];
};

const elkEdge = ({ id, source, target, isBackward }: Bundle, sizes: Sizes): ElkExtendedEdge => ({
  id,
  sources: [isBackward ? target : source],
  targets: [isBackward ? source : target],
  labels: [
    {
      id: id + LABEL,
      text: id,
      layoutOptions: { 'elk.edgeLabels.inline': 'true' },
      ...sizes.get(id + LABEL),
    },
  ],
});

const initialOf = (node: AnyStateNode): AnyStateNode | undefined =>
  node.type === 'compound' ? node.initial.target?.[0] : undefined;

const elkNode = (node: AnyStateNode, sizes: Sizes): ElkNode => {
  const { width, height } = sizes.get(node.id) ?? { width: 0, height: 0 };
  const children = Object.values(node.states);
  if (children.length === 0) return { id: node.id, width, height };
  const initial = initialOf(node);
  return {
    id: node.id,
    layoutOptions: {
      ...SPACING,
      'elk.padding': `[top=${height + CHILD_GAP_PX / 2},left=${CHILD_GAP_PX},bottom=${CHILD_GAP_PX},right=${CHILD_GAP_PX}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width},${height})`,
    },
    children: [
      ...(initial ? [{ id: node.id + INITIAL, width: DOT_PX, height: DOT_PX }] : []),
      ...children.map((child) => elkNode(child, sizes)),
    ],
    edges: initial
      ? [{ id: `${node.id}${INITIAL}>`, sources: [node.id + INITIAL], targets: [initial.id] }]
      : [],
  };
};

/** The states of a chart in source order, but the initial state first at each level. */
const statesInOrder = (node: AnyStateNode): AnyStateNode[] => {
  const children = Object.values(node.states);
  const first = children.filter((child) => child === initialOf(node));
  return [node, ...[...new Set([...first, ...children])].flatMap(statesInOrder)];
};

const createGraph = (machine: AnyStateMachine): ChartGraph => {
  const edges = edgesOf(machine);
  const nodes = statesInOrder(machine.root);
  return {
    machine,
    states: nodes.map((state) => ({
      state,
      internal: edges.filter(({ source, targets }) => source === state.id && targets.length === 0),
    })),
    bundles: bundlesOf(edges, nodes),
    edges,
    edgeNames: edgeNames(machine),
  };
};

const graphs = new WeakMap<AnyStateMachine, ChartGraph>();

/** The graph of a chart; always the same object. */
export const chartGraph = (machine: AnyStateMachine): ChartGraph => {
  const graph = graphs.get(machine) ?? createGraph(machine);
  graphs.set(machine, graph);
  return graph;
};

/** A rectangle, in px from the top left corner of the chart. */
export type Area = Rect;

/** A routed edge. `bundle` is undefined for the edge from an initial dot. */
export interface RoutedEdge {
  id: string;
  source: string;
  target: string;
  bundle: Bundle | undefined;
  points: ElkPoint[];
}

/** A laid-out chart, in px; `places` has states, labels and initial dots by id. */
export interface ChartLayout extends Size {
  places: Map<string, Area>;
  edges: RoutedEdge[];
}

const withDescendants = (node: ElkNode): ElkNode[] => [
  node,
  ...(node.children ?? []).flatMap(withDescendants),
];

/** The input of ELK, given the sizes of states and labels. */
const toElk = ({ machine, bundles }: ChartGraph, direction: string, sizes: Sizes): ElkNode => ({
  id: '|chart',
  layoutOptions: {
    ...SPACING,
    'elk.algorithm': 'layered',
    'elk.direction': direction,
    'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
    'elk.edgeRouting': 'ORTHOGONAL',
    'elk.json.shapeCoords': 'ROOT',
    'elk.json.edgeCoords': 'ROOT',
    'elk.padding': '[top=8,left=8,bottom=8,right=8]',
  },
  children: [elkNode(machine.root, sizes)],
  edges: bundles.map((bundle) => elkEdge(bundle, sizes)),
});

/** The places that ELK found for a chart. */
const readLayout = ({ bundles }: ChartGraph, root: ElkNode): ChartLayout => {
  const nodes = withDescendants(root);
  const edges = nodes.flatMap((node) => node.edges ?? []);
  const labels = edges.flatMap(({ labels = [] }) => labels);
  const areas = [...nodes, ...labels].map(
    ({ id = '', x = 0, y = 0, width = 0, height = 0 }): [string, Area] => [
      id,
      { x, y, width, height },
    ],
  );
  return {
    width: root.width ?? 0,
    height: root.height ?? 0,
    places: new Map(areas),
    edges: edges.map(({ id, sources: [from = ''], targets: [to = ''], sections = [] }) => {
      const bundle = bundles.find((one) => one.id === id);
      const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
        startPoint,
        ...bendPoints,
        endPoint,
      ]);
      if (bundle?.isBackward) points.reverse();
      return { id, source: bundle?.source ?? from, target: bundle?.target ?? to, bundle, points };
    }),
  };
};

/** Lays a chart out from top to bottom, and from left to right. */
export const layOut = (
  graph: ChartGraph,
  sizes: Sizes,
  runElk: (input: ElkNode) => Promise<ElkNode>,
): Promise<ChartLayout[]> =>
  Promise.all(
    ['DOWN', 'RIGHT'].map(async (direction) =>
      readLayout(graph, await runElk(toElk(graph, direction, sizes))),
    ),
  );

/** The scale at which a chart fits a viewport exactly. */
export const fitScale = (chart: Size, viewport: Size): number =>
  Math.min(viewport.width / chart.width, viewport.height / chart.height);

/** Of some layouts the one that fits a viewport at the largest scale. */
export const fittingLayout = (layouts: ChartLayout[], viewport: Size): ChartLayout =>
  layouts.reduce((best, layout) =>
    fitScale(layout, viewport) > fitScale(best, viewport) ? layout : best,
  );
