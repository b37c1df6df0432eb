import type { Browser, Page } from 'playwright-core';

/** Lighthouse's phone and slow 4G throttling (`mobileSlow4G`). */
const PHONE = { width: 412, height: 823 };
const LATENCY_MS = 562.5;
const BYTES_PER_S = (1638.4 * 0.9 * 1024) / 8;
const CPU_SLOWDOWN = 4;

/**
 * An empty page of its own context on a phone over slow 4G, with nothing in its cache.
 * @param observe runs in the page before its scripts
 */
export const openOnSlowPhone = async (browser: Browser, observe: () => void): Promise<Page> => {
  const context = await browser.newContext({ viewport: PHONE, isMobile: true, hasTouch: true });
  const page = await context.newPage();
  await page.addInitScript(observe);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S / 2,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
};
