import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launchBrowser } from './launch-browser.ts';
import { openSiteServer, type SiteServer, type SiteServerOptions } from './site-server.ts';
import type { FontFamily } from './test-fonts.ts';
import { type OpenVisitor, openVisitor, type Visitor } from './visitor.ts';

interface VisitorOptions extends BrowserContextOptions {
  /** The only installed font. */
  font?: FontFamily | undefined;
}

/** A site server with a browser. */
export interface Site extends SiteServer {
  browser: Browser;
  /** Opens a visitor, who stays until `takeVisitors` gives them away to be closed. */
  visitor(options?: VisitorOptions): Promise<Visitor>;
  /** The visitors opened since the last call. */
  takeVisitors(): OpenVisitor[];
}

export type SiteOptions = SiteServerOptions;

/** One browser for each font; the test files of a worker share them, and they end with it. */
const browsers = new Map<FontFamily | undefined, Promise<Browser>>();

const browserWith = (font?: FontFamily): Promise<Browser> => {
  const known = browsers.get(font) ?? launchBrowser({ font });
  browsers.set(font, known);
  return known;
};

/** Opens a site; `dist` must have been built. */
export const openSite = async (options: SiteOptions = {}): Promise<Site> => {
  const visitors: OpenVisitor[] = [];
  const [server, browser] = await Promise.all([openSiteServer(options), browserWith()]);
  return {
    ...server,
    browser,
    async visitor({ font, ...context } = {}) {
      const visitor = await openVisitor(await browserWith(font), server.url, context);
      visitors.push(visitor);
      return visitor;
    },
    takeVisitors: () => visitors.splice(0),
  };
};
