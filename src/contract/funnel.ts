/** Sums of one period. A sum below five is null; what was never counted is absent. Keys are paths in the chart. */
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
  charts: FunnelChart[];
}
