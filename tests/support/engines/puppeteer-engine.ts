import puppeteer, { type Browser, type LaunchOptions, type Page, Puppeteer } from 'puppeteer-core';
import { type Engine, type Profile, STEP_TIMEOUT_MS, type Tab, WINDOW_PX } from './engine.ts';
import { findControl } from './find-control.ts';

/** A start takes seconds, and many on a busy machine. */
const LAUNCH_TIMEOUT_MS = 60_000;
/** How long a page that has loaded makes no request. */
const IDLE_MS = 100;

Puppeteer.registerCustomQueryHandler('control', { queryOne: findControl });

/** A tab that leaves its page meanwhile interrupts imports, which Firefox reports as errors of the page. */
const INTERRUPTED = /dynamically imported module/;

const openTab = (page: Page, site: string, lines: string[]): Tab => {
  let isLeaving = false;
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') lines.push(message.text());
  });
  page.on('pageerror', (error) => {
    const line = String(error);
    if (!isLeaving || !INTERRUPTED.test(line)) lines.push(line);
  });
  /** A control of this tab, which comes to the front: a tab in the background isn't rendered. */
  const control = async (label: string) => {
    await page.bringToFront();
    return page.locator(`::-p-control(${label})`);
  };
  return {
    async open(path) {
      await page.waitForNetworkIdle({ idleTime: IDLE_MS });
      isLeaving = true;
      await page.goto('about:blank');
      isLeaving = false;
      await page.goto(site + path);
    },
    async reload() {
      await page.reload();
    },
    click: async (label) => (await control(label)).click(),
    fill: async (label, text) => (await control(label)).fill(text),
    async upload(file) {
      const field = await page.waitForSelector('input[type=file]');
      await field?.uploadFile(file);
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    evaluate: (run, argument = '') => page.evaluate(run, argument),
    screenshot: () => page.screenshot(),
  };
};

const openProfile = async (browser: Browser, site: string): Promise<Profile> => {
  const context = await browser.createBrowserContext();
  const lines: string[] = [];
  return {
    version: await browser.version(),
    async openTab() {
      const page = await context.newPage();
      page.setDefaultTimeout(STEP_TIMEOUT_MS);
      await page.setViewport(WINDOW_PX);
      return openTab(page, site, lines);
    },
    consoleLines: async () => lines,
    close: () => context.close(),
  };
};

/** An engine that Puppeteer drives: Chromium by its own protocol, Firefox by WebDriver BiDi. */
export const puppeteerEngine = (
  name: string,
  path: string | undefined,
  missing: string,
  options: LaunchOptions,
): Engine => ({
  name,
  missing: path ? undefined : missing,
  async launch() {
    const browser = await puppeteer.launch({
      ...options,
      executablePath: path ?? '',
      timeout: LAUNCH_TIMEOUT_MS,
    });
    return {
      openProfile: (site) => openProfile(browser, site),
      close: () => browser.close(),
    };
  },
});
