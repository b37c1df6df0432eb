import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { AnyStateMachine } from 'xstate';
import type { Box } from './box.ts';
import {
  type Bundle,
  type Direction,
  INITIAL,
  type LabelRow,
  labelRows,
  planOf,
} from './elk-graph.ts';

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A state where it is drawn; its id in `box`. */
export interface PlacedBox extends Place {
  box: Box;
}

/** A line with an arrowhead at its end, and its label. */
export interface Arrow {
  bundle: Bundle;
  points: ElkPoint[];
  label: Place;
  rows: LabelRow[];
}

/** The dot before an initial state, and the line that leads from it. */
interface Start {
  /** Id of the state whose initial state it is. */
  id: string;
  dot: ElkPoint;
  points: ElkPoint[];
}

/** A chart as it is drawn, in px from its upper left corner; outer boxes come before inner ones. */
export interface Drawing {
  direction: Direction;
  width: number;
  height: number;
  boxes: PlacedBox[];
  arrows: Arrow[];
  starts: Start[];
}

/** The largest of our charts takes a quarter of a second. */
const LAYOUT_TIMEOUT_MS = 20_000;

// A file of our own origin, which the content security policy admits.
const start = () => new ELK({ workerUrl });
let elk = start();

/** Lays a graph out in the worker; one that the layout never ends with ends the worker instead. */
const layOut = async (graph: ElkNode): Promise<ElkNode> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      elk.terminateWorker();
      elk = start();
      reject(new Error(`No drawing within ${LAYOUT_TIMEOUT_MS / 1000} s`));
    }, LAYOUT_TIMEOUT_MS);
  });
  return Promise.race([elk.layout(graph), late]).finally(() => clearTimeout(timer));
};

const placeOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Place>): Place => ({
  x,
  y,
  width,
  height,
});

const everyNode = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(everyNode)];

const pointsOf = ({ sections = [] }: ElkExtendedEdge): ElkPoint[] =>
  sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);

const draw = async (machine: AnyStateMachine, direction: Direction): Promise<Drawing> => {
  const { graph, boxes, bundles } = planOf(machine);
  const laid = await layOut(graph(direction));
  const nodes = everyNode(laid);
  const edges = nodes.flatMap((node) => node.edges ?? []);
  return {
    direction,
    width: laid.width ?? 0,
    height: laid.height ?? 0,
    boxes: nodes.flatMap((node) => {
      const box = boxes.get(node.id);
      return box ? [{ box, ...placeOf(node) }] : [];
    }),
    arrows: edges.flatMap((edge) => {
      const bundle = bundles.get(edge.id);
      if (!bundle) return [];
      const points = pointsOf(edge);
      return [
        {
          bundle,
          points: bundle.isBack ? points.reverse() : points,
          label: placeOf(edge.labels?.[0] ?? {}),
          rows: labelRows(bundle),
        },
      ];
    }),
    starts: edges.flatMap((edge) => {
      const [id = '', isStart] = edge.id.endsWith(`${INITIAL}>`)
        ? [edge.id.slice(0, -`${INITIAL}>`.length), true]
        : [];
      const dot = nodes.find((node) => node.id === id + INITIAL);
      if (!isStart || !dot) return [];
      const { x, y, width } = placeOf(dot);
      return [{ id, dot: { x: x + width / 2, y: y + width / 2 }, points: pointsOf(edge) }];
    }),
  };
};

/** How large a drawing may be shown in a window. */
export const fitScale = (
  { width, height }: { width: number; height: number },
  window: { width: number; height: number },
): number => Math.min(window.width / width, window.height / height);

const drawings = new Map<AnyStateMachine, Promise<Drawing[]>>();

/** Draws a chart from top to bottom or from left to right, whichever fits a window better. */
export const drawChart = async (
  machine: AnyStateMachine,
  window: { width: number; height: number },
): Promise<Drawing> => {
  const both =
    drawings.get(machine) ?? Promise.all([draw(machine, 'DOWN'), draw(machine, 'RIGHT')]);
  drawings.set(machine, both);
  const [down, right] = (await both) as [Drawing, Drawing];
  return fitScale(right, window) > fitScale(down, window) ? right : down;
};
