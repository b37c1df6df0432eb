import type { Edge, Node } from '@xyflow/react';
import type { AnyStateNode } from 'xstate';
import type { ChartEdge } from '#charts/model/chart-edges.ts';
import {
  type ChartGraph,
  type ChartLayout,
  INITIAL,
  LABEL,
  type RoutedEdge,
} from '../layout/elk-graph.ts';

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
export const flowEdges = ({ edges }: ChartLayout): TransitionEdge[] =>
  edges.map(({ id, source, target, ...data }) => ({
    id,
    type: 'transition',
    source,
    target,
    zIndex: Z_INDEX.edge,
    data,
  }));
