import type { Browser } from 'playwright-core';
import { openOnSlowPhone } from './slow-phone.ts';

const FRAME_MS = 50;
/** The page counts as settled after so long without network or visual activity. */
const SETTLED_MS = 2500;
const MICROSECONDS_PER_MS = 1000;

interface Shift {
  atMs: number;
  value: number;
  /** The elements that moved. */
  nodes: string[];
}

export interface Film {
  /** JPEG screenshots at 0, 50, 100 … ms after the navigation, from the first paint on. */
  frames: { atMs: number; picture: Buffer }[];
  shifts: Shift[];
}

interface TraceEvent {
  name: string;
  ts: number;
  args: { snapshot?: string; data?: { isLoadingMainFrame?: boolean; documentLoaderURL?: string } };
}

const observeShifts = (): void => {
  const shifts: Shift[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as unknown as {
        value: number;
        sources: { node?: Node | null }[];
      };
      const nodes = sources.map(({ node }) =>
        node instanceof Element ? node.outerHTML.slice(0, 100) : (node?.nodeName ?? 'gone'),
      );
      shifts.push({ atMs: Math.round(entry.startTime), value, nodes });
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

const framesOf = (trace: Buffer, address: string): Film['frames'] => {
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString());
  const document = address.split('#', 1)[0];
  const start = traceEvents.find(
    ({ name, args }) =>
      name === 'navigationStart' && args.data?.documentLoaderURL?.split('#', 1)[0] === document,
  );
  if (!start) throw new Error(`The trace has no navigation to ${address}`);
  const shots = traceEvents
    .filter(({ name }) => name === 'Screenshot')
    .map(({ ts, args }) => ({
      atMs: (ts - start.ts) / MICROSECONDS_PER_MS,
      picture: Buffer.from(args.snapshot ?? '', 'base64'),
    }))
    .filter(({ atMs }) => atMs >= 0)
    .sort((a, b) => a.atMs - b.atMs);
  const lastMs = shots.at(-1)?.atMs ?? 0;
  const frames: Film['frames'] = [];
  for (let atMs = 0; atMs < lastMs + FRAME_MS; atMs += FRAME_MS) {
    const shown = shots.findLast((shot) => shot.atMs <= atMs);
    if (shown) frames.push({ atMs, picture: shown.picture });
  }
  return frames;
};

/** Records the screen while a page loads on a phone over slow 4G, until it is settled. */
export const film = async (browser: Browser, address: string): Promise<Film> => {
  const page = await openOnSlowPhone(browser, observeShifts);
  await browser.startTracing(page, { screenshots: true });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  const trace = await browser.stopTracing();
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  await page.context().close();
  return { frames: framesOf(trace, address), shifts };
};
