/** Where pages send what their charts did; not a call of the API, and only there with `FUNNEL=1`. */
export const FUNNEL_PATH = '/funnel';

/** Bytes of a beacon. */
export const BEACON_BYTES_MAX = 1024;

/** The highest count of an edge that a beacon tells: each key that is pressed takes an edge. */
export const EDGE_COUNT_MAX = 1000;

/** Sums below this one are not shown. */
export const SUM_SHOWN_MIN = 5;

/** What the server has to know of a chart to judge and store a beacon. Numbers count states and edges in source order. */
export interface ChartTable {
  /** Id of the chart: `otp`. */
  chart: string;
  /** A hash of its states and edges: `1a2b3c4d`. */
  version: string;
  /** Paths of the states, the root's first: `open.boxes.editing`; the root's is `(root)`. */
  states: string[];
  /** Numbers of the parallel states: who stands in one stands in each of its regions. */
  parallel: number[];
  /** Numbers of the states that may be entered at the start. */
  initial: number[];
  /** Numbers of the final states of the root: nobody leaves them. */
  final: number[];
  /** Numbers of those with which the flow has done what it is for. */
  goals: number[];
  /** Its place among the flows of a report for people; none for a chart that is no step of a way. */
  place?: number | undefined;
  /** Path of the parallel state's region that says where somebody stopped. */
  region?: string | undefined;
  /** Numbers of the states that invoke another chart. */
  hosting: number[];
  edges: {
    /** As the path generator prints it: `open.boxes.deciding||1`. */
    id: string;
    /** Number of its source. */
    source: number;
    /** Paths of its targets. */
    targets: string[];
    /** Numbers of the states that it may enter. */
    enters: number[];
  }[];
}

/**
 * Sums of one period. A sum below five is null; what was never counted is absent, and so are all edges and
 * states where fewer than five started. Keys are paths in the chart.
 */
export interface FunnelSums {
  started: number | null;
  finished: number | null;
  /** By edge as the path generator prints it, without the chart: `open.boxes.deciding||1`. */
  edges: Record<string, number | null>;
  /** How many ended in a state, by its path: `open.boxes.editing`. */
  left: Record<string, number | null>;
}

export interface FunnelChart {
  /** Id of the chart: `otp`. */
  chart: string;
  /** The versions that the counts belong to, newest first, and how many actors started in each in both periods. */
  versions: { version: string; started: number | null }[];
  now: FunnelSums;
  before: FunnelSums;
}

/** What `npm run funnel -- --json` prints. Periods are UTC days; `to` is not included. */
export interface FunnelReport {
  format: 'funnel 1';
  now: { from: string; to: string };
  before: { from: string; to: string };
  /** Which visits are counted, if not all: `only visits on narrow windows`. */
  visits?: string;
  charts: FunnelChart[];
}
