import type { Edge, Node } from '@xyflow/react';
import type { ElkPoint } from 'elkjs/lib/elk-api.js';
import type { AnyStateNode } from 'xstate';
import type { ChartLayout } from '../layout/chart-layout.ts';
import { type ChartGraph, INITIAL, LABEL, type LabelledEdge } from '../layout/elk-graph.ts';

/** A state; `internal` has its transitions without a target. */
export type StateNode = Node<{ state: AnyStateNode; internal: LabelledEdge[] }, 'state'>;
/** The label of an edge. */
export type LabelNode = Node<{ edges: LabelledEdge[] }, 'label'>;
export type FlowNode = StateNode | LabelNode | Node<Record<string, never>, 'initial'>;
/** One or more transitions, with the points of their line. */
export type TransitionEdge = Edge<{ edges: LabelledEdge[]; points: ElkPoint[] }, 'transition'>;

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
