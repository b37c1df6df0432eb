import lighthouse, { type Config, desktopConfig, type Flags } from 'lighthouse';
import { documentOf } from './static-pages.ts';

/** The cost of one page load. */
export interface PageLoad {
  firstPaintMs: number;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
  /** Transferred bytes, headers included. */
  scriptBytes: number;
  allBytes: number;
  /** Lighthouse scores from 0 to 100, by category. */
  scores: Record<string, number>;
  /** Lighthouse's benchmark index of the machine. */
  machine: number;
}

export type Load = 'applied' | 'applied at 8x' | 'simulated' | 'desktop';

const SLOWER_CPU = 8;
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'long-tasks',
  'cumulative-layout-shift',
  'network-requests',
];

const SETTINGS: Record<Load, Flags> = {
  applied: { throttlingMethod: 'devtools', onlyAudits: TIMES },
  'applied at 8x': {
    throttlingMethod: 'devtools',
    throttling: { cpuSlowdownMultiplier: SLOWER_CPU },
    onlyAudits: TIMES,
  },
  simulated: { throttlingMethod: 'simulate' },
  desktop: {},
};
const MOBILE: Config = { extends: 'lighthouse:default' };

interface NetworkRequest {
  resourceType?: string;
  transferSize: number;
}

interface LongTask {
  startTime: number;
  duration: number;
}

/** Only the part of a task beyond this counts as blocking (Lighthouse's definition). */
const TASK_MS = 50;

const blockedSince = (startMs: number, tasks: LongTask[]): number =>
  tasks
    .filter(({ startTime }) => startTime >= startMs)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - TASK_MS), 0);

/**
 * Loads a page once with an empty cache and storage: on a phone over slow 4G, or on a desktop.
 *
 * @throws if the page did not load
 */
export const loadOnce = async (url: string, load: Load, port: number): Promise<PageLoad> => {
  const flags: Flags = {
    ...SETTINGS[load],
    port,
    logLevel: 'silent',
    disableFullPageScreenshot: true,
  };
  const run = await lighthouse(url, flags, load === 'desktop' ? desktopConfig : MOBILE);
  if (!run) throw new Error(`Lighthouse has no result of ${url}`);
  const { audits, categories, environment, runtimeError, finalDisplayedUrl } = run.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  if (documentOf(finalDisplayedUrl) !== documentOf(url))
    throw new Error(`${url} led to ${finalDisplayedUrl}`);
  const figureOf = (audit: string): number => {
    const { numericValue, errorMessage } = audits[audit] ?? {};
    if (numericValue === undefined) throw new Error(`${url}: no ${audit}: ${errorMessage}`);
    return numericValue;
  };
  const rowsOf = <Row>(audit: string): Row[] => {
    const { details } = audits[audit] ?? {};
    return details?.type === 'table' ? (details.items as unknown as Row[]) : [];
  };
  const requests = rowsOf<NetworkRequest>('network-requests');
  const firstPaintMs = figureOf('first-contentful-paint');
  const bytesOf = (some: NetworkRequest[]): number =>
    some.reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    firstPaintMs,
    largestPaintMs: figureOf('largest-contentful-paint'),
    // Without five idle seconds Lighthouse has no end time; then all blocking time since the first
    // paint counts.
    blockingMs:
      audits['total-blocking-time']?.numericValue ??
      blockedSince(firstPaintMs, rowsOf<LongTask>('long-tasks')),
    layoutShift: figureOf('cumulative-layout-shift'),
    scriptBytes: bytesOf(requests.filter(({ resourceType }) => resourceType === 'Script')),
    allBytes: bytesOf(requests),
    scores: Object.fromEntries(
      Object.values(categories).map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]),
    ),
    machine: environment.benchmarkIndex,
  };
};
