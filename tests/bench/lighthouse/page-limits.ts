/** Limits of a page's cost. */
export interface PageLimits {
  /**
   * Largest paint under applied throttling, relative to a static HTML page with the same content.
   */
  largestPaintRatio: number;
  /** First paint under simulated throttling, relative to the static page. */
  firstPaintRatio?: number;
  /** Total blocking time at a CPU slowdown of 4 and 8. */
  blocking4xMs?: number;
  blocking8xMs?: number;
  /** Cumulative layout shift, to two decimals. */
  layoutShift: number;
  /** Transferred bytes of the whole load. */
  scriptBytes?: number;
  allBytes?: number;
  /** Each of Lighthouse's four categories, from 0 to 100. */
  score?: number;
}

const prerendered: PageLimits = { largestPaintRatio: 1.15, layoutShift: 0 };

/** The limits of the measured pages, by address. */
export const pageLimits: Record<string, PageLimits> = {
  '/': {
    largestPaintRatio: 1.15,
    firstPaintRatio: 1.1,
    blocking4xMs: 20,
    blocking8xMs: 100,
    layoutShift: 0,
    scriptBytes: 70_000,
    allBytes: 125_000,
    score: 100,
  },
  '/login': { ...prerendered, scriptBytes: 105_000 },
  '/checkout': prerendered,
  '/demo': prerendered,
  '/campaign': prerendered,
  '/about': prerendered,
  '/pricing': prerendered,
  '/terms': prerendered,
  '/subscription-agreement': prerendered,
  '/privacy': prerendered,
  '/forgotPassword': prerendered,
};

/** The limits of a page; those of a prerendered page by default. */
export const limitsOf = (address: string): PageLimits => pageLimits[address] ?? prerendered;
