import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';
import { openSiteServer, type SiteServer, type SiteServerOptions } from './site-server.ts';

/** A user with a browser context of their own. */
export interface Visitor {
  page: Page;
  /** Console warnings and errors; `leave` fails on those that are not expected. */
  console: string[];
  /** Allows console lines that match, such as those of a failed response the journey provokes. */
  expectConsole(line: RegExp): void;
  /** Closes the browser context; throws if the console has unexpected lines. */
  leave(): Promise<void>;
}

/** A site server with a browser. */
export interface Site extends SiteServer {
  browser: Browser;
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** Throws if the server logged a line above level `info`. */
  close(): Promise<void>;
}

/** Generous for slow machines: a step that takes longer is stuck. */
const STEP_TIMEOUT_MS = 15_000;

let visitors = 0;

const openVisitor = async (
  browser: Browser,
  url: string,
  options: BrowserContextOptions,
): Promise<Visitor> => {
  visitors += 1;
  const network = `10.0.${visitors >> 8}.${visitors & 255}`;
  const context = await browser.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'X-Forwarded-For': network },
    ...options,
  });
  context.setDefaultTimeout(STEP_TIMEOUT_MS);
  const page = await context.newPage();
  const lines: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  return {
    page,
    console: lines,
    expectConsole: (line) => expected.push(line),
    async leave() {
      await context.close();
      const unexpected = lines.filter((line) => !expected.some((known) => known.test(line)));
      if (unexpected.length > 0) throw new Error(`On the console: ${unexpected.join('\n')}`);
    },
  };
};

/** Opens a site; `dist` must have been built. */
export const openSite = async (options: SiteServerOptions = {}): Promise<Site> => {
  const [server, browser] = await Promise.all([openSiteServer(options), launchBrowser()]);
  return {
    ...server,
    browser,
    visitor: (context = {}) => openVisitor(browser, server.url, context),
    async close() {
      await browser.close();
      await server.close();
      const warnings = server.takeWarnings();
      if (warnings.length > 0) throw new Error(`The server complained: ${warnings.join('')}`);
    },
  };
};
