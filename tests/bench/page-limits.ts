/** What a page may cost; times and bytes in ratios or as they are. */
export interface PageLimits {
  /** Of the largest paint under applied throttling, to that of the same view as static HTML. */
  largestPaintRatio: number;
  /** Of the first paint in the simulated mode. */
  firstPaintRatio?: number;
  /** At a CPU slowed down 4 and 8 times. */
  blocking4xMs?: number;
  blocking8xMs?: number;
  /** Layout shift, to two decimals. */
  layoutShift: number;
  /** Over the wire, for the whole load. */
  scriptBytes?: number;
  allBytes?: number;
  /** Each of Lighthouse's four categories, of 100. */
  score?: number;
}

const door: PageLimits = { largestPaintRatio: 1.25, layoutShift: 0 };

/** The pages that are measured, by the route behind the hash. */
export const pageLimits: Record<string, PageLimits> = {
  '/': {
    largestPaintRatio: 1.15,
    firstPaintRatio: 1.1,
    blocking4xMs: 20,
    blocking8xMs: 100,
    layoutShift: 0,
    scriptBytes: 75_000,
    allBytes: 125_000,
    score: 100,
  },
  '/login': { ...door, scriptBytes: 105_000 },
  '/checkout': door,
  '/demo': door,
  '/campaign': door,
};

/** The limits of a route; of one without any of its own, those of a door. */
export const limitsOf = (route: string): PageLimits => pageLimits[route] ?? door;
