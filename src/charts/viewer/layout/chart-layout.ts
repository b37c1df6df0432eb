import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { MS_PER_S } from '#contract/durations.ts';
import type { Bundle, ChartGraph, Direction, Size, Sizes } from './elk-graph.ts';

/** A rectangle, in px from the top left corner of the chart. */
export interface Area extends Size {
  x: number;
  y: number;
}

/** A routed edge. `bundle` is undefined for the edge from an initial dot. */
interface RoutedEdge {
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

const toArea = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Area>): Area => ({
  x,
  y,
  width,
  height,
});

const withDescendants = (node: ElkNode): ElkNode[] => [
  node,
  ...(node.children ?? []).flatMap(withDescendants),
];

const pointsOf = ({ sections = [] }: ElkExtendedEdge): ElkPoint[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);

const layOut = async (
  { bundles, toElk }: ChartGraph,
  sizes: Sizes,
  direction: Direction,
): Promise<ChartLayout> => {
  const root = await runElk(toElk(direction, sizes));
  const nodes = withDescendants(root);
  const edges = nodes.flatMap((node) => node.edges ?? []);
  const labels = edges.flatMap(({ labels = [] }) => labels);
  return {
    width: root.width ?? 0,
    height: root.height ?? 0,
    places: new Map([...nodes, ...labels].map((item) => [item.id ?? '', toArea(item)])),
    edges: edges.map((edge) => {
      const bundle = bundles.find(({ id }) => id === edge.id);
      const points = pointsOf(edge);
      return {
        id: edge.id,
        source: bundle?.source ?? edge.sources[0] ?? '',
        target: bundle?.target ?? edge.targets[0] ?? '',
        bundle,
        points: bundle?.isBackward ? points.reverse() : points,
      };
    }),
  };
};

/** The scale at which a chart fits a viewport exactly. */
export const fitScale = (chart: Size, viewport: Size): number =>
  Math.min(viewport.width / chart.width, viewport.height / chart.height);

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
export const layOutChart = async (
  graph: ChartGraph,
  sizes: Sizes,
  viewport: Size,
): Promise<ChartLayout> => {
  const [down, right] = await layoutsOf(graph, sizes);
  return fitScale(right, viewport) > fitScale(down, viewport) ? right : down;
};
