import type { Browser, Page } from 'playwright-core';

/** Lighthouse's phone and slow 4G throttling (`mobileSlow4G`). */
const PHONE = { width: 412, height: 823 };
const LATENCY_MS = 562.5;
const BYTES_PER_S = (1638.4 * 0.9 * 1024) / 8;
const CPU_SLOWDOWN = 4;
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

const throttle = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S / 2,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
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
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(observeShifts);
  await throttle(page);
  await browser.startTracing(page, { screenshots: true });
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.waitForTimeout(SETTLED_MS);
  const trace = await browser.stopTracing();
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  await context.close();
  return { frames: framesOf(trace, address), shifts };
};
