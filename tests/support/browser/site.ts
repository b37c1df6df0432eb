import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';
import { openSiteServer, type SiteServer, type SiteServerOptions } from './site-server.ts';
import { type OpenVisitor, openVisitor, type Visitor } from './visitor.ts';

/** A site server with a browser. */
export interface Site extends SiteServer {
  browser: Browser;
  /** Opens a visitor, who stays until `takeVisitors` gives them away to be closed. */
  visitor(options?: BrowserContextOptions): Promise<Visitor>;
  /** The visitors opened since the last call. */
  takeVisitors(): OpenVisitor[];
}

export type SiteOptions = SiteServerOptions;

/** Opens a site; `dist` must have been built. */
export const openSite = async (options: SiteOptions = {}): Promise<Site> => {
  const visitors: OpenVisitor[] = [];
  const [server, browser] = await Promise.all([openSiteServer(options), launchBrowser()]);
  return {
    ...server,
    browser,
    async visitor(context = {}) {
      const visitor = await openVisitor(browser, server.url, context);
      visitors.push(visitor);
      return visitor;
    },
    takeVisitors: () => visitors.splice(0),
    async close() {
      await browser.close();
      await server.close();
    },
  };
};
