import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { edgesOf } from '../chart-edges.ts';
import { conditionOf } from '../condition.ts';
import { BOX_PADDING, type Box, boxOf, type DrawnEdge } from './box.ts';
import { eventWords } from './event-words.ts';
import { FONTS, textWidth } from './fonts.ts';

export type Direction = 'DOWN' | 'RIGHT';

/** A chart as the layout takes it, and what each of its boxes and arrows says. */
export interface Plan {
  graph: (direction: Direction) => ElkNode;
  boxes: Map<string, Box>;
  bundles: Map<string, Bundle>;
}

/** How the dot before an initial state is called. */
export const INITIAL = '|initial';
const DOT = 10;
const CHILD_GAP = 16;

const spacing = {
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

/** One row of an arrow's label. */
export interface LabelRow {
  /** The edge that it belongs to; an arrow that stands for several says each of them. */
  edge: string;
  text: string;
}

/** Arrows from one state to another, drawn as one. */
export interface Bundle {
  id: string;
  source: string;
  target: string;
  edges: DrawnEdge[];
  /** Whether it leads back against the order of the source; the layout is told the opposite. */
  isBack: boolean;
}

export const LABEL_PADDING = 6;
/** Where a row shows by a line of its own whether it was walked. */
export const ROW_MARK = 22;

/** What an arrow says: an event and its guard a row. */
export const labelRows = ({ edges }: Bundle): LabelRow[] =>
  edges.map(({ id, event, condition }) => ({
    edge: id,
    text: condition === undefined ? eventWords(event) : `${eventWords(event)} [${condition}]`,
  }));

/**
 * Whether an edge leads back to a state that the source says earlier. Charts are written in the
 * order in which things happen, so the drawing keeps that order from top to bottom.
 */
const leadsBack = (nodes: AnyStateNode[], sourceId: string, targetId: string): boolean => {
  const source = nodes.findIndex(({ id }) => id === sourceId);
  const target = nodes.findIndex(({ id }) => id === targetId);
  const isInside = (inner: AnyStateNode | undefined, outer: AnyStateNode | undefined): boolean =>
    inner !== undefined && (inner.parent === outer || isInside(inner.parent, outer));
  return target < source && !isInside(nodes[source], nodes[target]);
};

const bundlesOf = (edges: DrawnEdge[], nodes: AnyStateNode[]): Bundle[] => {
  const bundles = new Map<string, Bundle>();
  for (const edge of edges)
    for (const target of edge.targets) {
      const id = `${edge.source}>${target}`;
      const bundle = bundles.get(id) ?? {
        id,
        source: edge.source,
        target,
        edges: [],
        isBack: leadsBack(nodes, edge.source, target),
      };
      bundle.edges.push(edge);
      bundles.set(id, bundle);
    }
  return [...bundles.values()];
};

const elkEdge = (bundle: Bundle): ElkExtendedEdge => {
  const rows = labelRows(bundle);
  const widths = rows.map(({ text }) => textWidth(text, 'label'));
  return {
    id: bundle.id,
    sources: [bundle.isBack ? bundle.target : bundle.source],
    targets: [bundle.isBack ? bundle.source : bundle.target],
    labels: [
      {
        id: `${bundle.id}|label`,
        text: bundle.id,
        layoutOptions: { 'elk.edgeLabels.inline': 'true' },
        width:
          Math.ceil(Math.max(...widths)) + 2 * LABEL_PADDING + (rows.length > 1 ? ROW_MARK : 0),
        height: rows.length * FONTS.label.line + LABEL_PADDING,
      },
    ],
  };
};

const elkNode = (node: AnyStateNode, boxes: Map<string, Box>): ElkNode => {
  const { width, height } = boxes.get(node.id) ?? { width: 0, height: 0 };
  const children = Object.values(node.states);
  if (children.length === 0) return { id: node.id, width, height };
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  return {
    id: node.id,
    layoutOptions: {
      ...spacing,
      'elk.padding': `[top=${height + CHILD_GAP / 2},left=${CHILD_GAP},bottom=${CHILD_GAP},right=${CHILD_GAP}]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${width + BOX_PADDING},${height})`,
    },
    children: [
      ...(initial ? [{ id: node.id + INITIAL, width: DOT, height: DOT }] : []),
      ...children.map((child) => elkNode(child, boxes)),
    ],
    edges: initial
      ? [{ id: `${node.id}${INITIAL}>`, sources: [node.id + INITIAL], targets: [initial.id] }]
      : [],
  };
};

/** Every state of a chart as the source says them, each level's initial one before the others. */
const initialFirst = (node: AnyStateNode): AnyStateNode[] => {
  const [initial] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  const children = Object.values(node.states);
  const first = children.filter((child) => child === initial);
  const others = children.filter((child) => child !== initial);
  return [node, ...[...first, ...others].flatMap(initialFirst)];
};

/** Prepares a chart for the layout. */
export const planOf = (machine: AnyStateMachine): Plan => {
  const all = edgesOf(machine);
  const edges = all.map((edge) => ({ ...edge, condition: conditionOf(edge, all) }));
  const nodes = initialFirst(machine.root);
  const bundles = bundlesOf(edges, nodes);
  const boxes = new Map(
    nodes.map((node) => {
      const inner = edges.filter(
        ({ source, targets }) => source === node.id && targets.length === 0,
      );
      return [node.id, boxOf(node, inner)];
    }),
  );
  return {
    boxes,
    bundles: new Map(bundles.map((bundle) => [bundle.id, bundle])),
    graph: (direction) => ({
      id: '|chart',
      layoutOptions: {
        ...spacing,
        'elk.algorithm': 'layered',
        'elk.direction': direction,
        'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
        'elk.edgeRouting': 'ORTHOGONAL',
        'elk.json.shapeCoords': 'ROOT',
        'elk.json.edgeCoords': 'ROOT',
        'elk.padding': '[top=8,left=8,bottom=8,right=8]',
      },
      children: [elkNode(machine.root, boxes)],
      edges: bundles.map(elkEdge),
    }),
  };
};
