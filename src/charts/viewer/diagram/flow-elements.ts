import type { Edge, Node } from '@xyflow/react';
import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import { type CSSProperties, createContext, useContext } from 'react';
import type { AnyStateNode } from 'xstate';
import type { ChartEdge } from '#charts/model/chart-edges.ts';
import { type ChartGraph, type ChartLayout, INITIAL, LABEL } from '../layout/elk-graph.ts';
import { type ChartTraffic, lineShare, type Period } from '../traffic/chart-traffic.ts';

/** What a diagram highlights. States and edges are given by id. */
export interface Highlights {
  /** Name of the chart, for links. */
  chart: string;
  /** The edges as the path generator prints them, by id. */
  edgeNames: ReadonlyMap<string, string>;
  active: readonly string[];
  /** The state that the address names. */
  chosen?: string | undefined;
  isRunning: boolean;
  lastEdges: readonly string[];
  /** Edges that the browser tests cover; undefined while unknown. */
  covered: ReadonlySet<string> | undefined;
  /** Font size of titles when zoomed out; undefined at scales where all text is legible. */
  titleSizePx?: number | undefined;
  /** The counts of a report, and which period is drawn; undefined while no report is open. */
  traffic?: { counts: ChartTraffic; period: Period } | undefined;
}

export const HighlightsContext = createContext<Highlights>({
  chart: '',
  edgeNames: new Map(),
  active: [],
  isRunning: false,
  lastEdges: [],
  covered: undefined,
});

/** The part of the traffic that these edges have, 0 to 1; undefined while no report is open. */
export const useTrafficShare = (edges: readonly string[]): number | undefined => {
  const { traffic } = useContext(HighlightsContext);
  return traffic && lineShare(traffic.counts, traffic.period, edges);
};

/** A length or colour of traffic for CSS. */
export const shareStyle = (share: number | undefined): CSSProperties =>
  share === undefined ? {} : ({ '--share': share } as CSSProperties);

/** Attributes for an element that represents these edges: taken last, not covered or not taken, traffic. */
export const useEdgeHighlights = (edges: readonly string[]) => {
  const { lastEdges, covered } = useContext(HighlightsContext);
  const share = useTrafficShare(edges);
  const isDashed =
    share === undefined ? covered && !edges.every((edge) => covered.has(edge)) : share === 0;
  return {
    'data-last': edges.some((edge) => lastEdges.includes(edge)) ? '' : undefined,
    'data-dashed': isDashed && edges.length > 0 ? '' : undefined,
    style: shareStyle(share),
  };
};

/** A state; `internal` has its transitions without a target. */
export type StateNode = Node<{ state: AnyStateNode; internal: ChartEdge[] }, 'state'>;
/** The label of an edge. */
export type LabelNode = Node<{ edges: ChartEdge[] }, 'label'>;
type FlowNode = StateNode | LabelNode | Node<Record<string, never>, 'initial'>;
/** One or more transitions, with the points of their line. */
export type TransitionEdge = Edge<{ edges: ChartEdge[]; points: ElkPoint[] }, 'transition'>;

/** Edges are below all text. */
const Z_INDEX = { edge: 0, node: 1, label: 2 };
const ORIGIN = { x: 0, y: 0 };

/** The states and labels of a chart before their layout. */
export const unpositionedNodes = ({ states, bundles }: ChartGraph): FlowNode[] => [
  ...states.map(({ state, internal }) => ({
    id: state.id,
    type: 'state' as const,
    position: ORIGIN,
    zIndex: Z_INDEX.node,
    data: { state, internal },
  })),
  ...bundles.map(({ id, edges }) => ({
    id: id + LABEL,
    type: 'label' as const,
    position: ORIGIN,
    zIndex: Z_INDEX.label,
    data: { edges },
  })),
];

/** Nodes and edges with the positions and sizes of a layout. */
export const positionElements = (graph: ChartGraph, { places, edges }: ChartLayout) => ({
  nodes: [
    ...unpositionedNodes(graph),
    ...graph.states
      .map(({ state }) => state.id + INITIAL)
      .filter((id) => places.has(id))
      .map((id) => ({
        id,
        type: 'initial' as const,
        position: ORIGIN,
        zIndex: Z_INDEX.node,
        data: {},
      })),
  ].map((node): FlowNode => {
    const { x = 0, y = 0, ...size } = places.get(node.id) ?? {};
    return { ...node, ...size, position: { x, y } };
  }),
  edges: edges.map(
    ({ id, source, target, bundle, points }): TransitionEdge => ({
      id,
      type: 'transition',
      source,
      target,
      zIndex: Z_INDEX.edge,
      data: { edges: bundle?.edges ?? [], points },
    }),
  ),
});
