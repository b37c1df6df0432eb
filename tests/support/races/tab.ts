import { PASSKEYS_ID } from '#contract/account-page.ts';
import { ORIGIN } from '../server/test-server.ts';
import type { BrowserParts } from './browser.ts';
import { openDocument, type TabDocument } from './document.ts';
import type { Shown } from './page.ts';
import { createSessionHistory } from './session-history.ts';

/** A tab of a browser. */
export interface Tab {
  /** Counted from 1. */
  number: number;
  isOpen: boolean;
  /** Whether Back would lead to that site. */
  wouldLeave(): boolean;
  /** Whether the tab has gone back to the other site that it came from. */
  hasLeft(): boolean;
  /** What the tab shows; undefined while it has no page of the site. */
  shown(): Shown | undefined;
  /** The address in the address bar. */
  address(): string;
  /** The keys of the notices since the tab was opened. */
  notices: string[];
  sessionValues: Map<string, string>;
  /** Opens an address as a link from another site does. */
  visit(address: string): void;
  back(): void;
  reload(): void;
  close(): void;
  /** Presses Log out, on the signed-in page. False if there is no such button. */
  pressLogOut(): boolean;
  /** Another document has changed `localStorage`. */
  hearStorage(key: string, newValue: string | null): void;
  /** Counts the documents that were opened. */
  documents: number;
}

const APP = /^\/app(?:\/|$)/;
const EMAIL = new RegExp(`id="${PASSKEYS_ID}" data-email="([^"]+)"`);

/** @param others the other tabs of the browser */
export const openTab = (parts: BrowserParts, number: number, others: () => Tab[]): Tab => {
  const history = createSessionHistory();
  let document: TabDocument | undefined;
  /** Counts navigations: a later one replaces one that is on its way. */
  let navigation = 0;

  const end = () => {
    document?.close();
    document = undefined;
  };

  const start = (options: { email?: string | undefined; html?: string } = {}) => {
    end();
    tab.documents += 1;
    document = openDocument(parts, { tab, history, others, navigate, traverse, ...options });
  };

  /** Loads the document of the current entry, whose files are those of the build. */
  const loadSite = () => start();

  /** Asks the server for a page. The present document stays until the answer. */
  const loadPage = async (url: URL, enter: (url: URL) => void): Promise<void> => {
    navigation += 1;
    const own = navigation;
    const exchange = await parts.network.send(
      { tab: number, document: tab.documents, email: undefined },
      {
        method: 'GET',
        url: url.pathname,
        headers: { cookie: parts.jar.header(), accept: 'text/html' },
        body: undefined,
      },
    );
    if (own !== navigation || !tab.isOpen) return;
    const { answer } = exchange;
    exchange.deliveredAt = parts.moment();
    parts.jar.store(answer.cookies);
    if (answer.status === 302) {
      enter(new URL(`/#${answer.headers['location']}`, ORIGIN));
      loadSite();
      return;
    }
    enter(url);
    start({ html: answer.text, email: EMAIL.exec(answer.text)?.[1] });
  };

  const load = (url: URL, enter: (url: URL) => void): void => {
    if (APP.test(url.pathname)) {
      void loadPage(url, enter);
      return;
    }
    navigation += 1;
    enter(url);
    loadSite();
  };

  /** Follows `location.assign`. */
  const navigate = (address: string): void => {
    const url = new URL(address, history.current().url);
    parts.queue(() => load(url, history.load));
  };

  /** Moves in the history, as `history.go` and the Back button do. */
  const traverse = (delta: number): void =>
    parts.queue(() => {
      const moved = history.move(delta);
      if (!moved) return;
      const { from, to } = moved;
      if (to.document === from.document) document?.hearTraversal(from, to);
      else if (history.hasLeft()) end();
      else load(to.url, () => {});
    });

  const tab: Tab = {
    number,
    isOpen: true,
    wouldLeave: history.wouldLeave,
    hasLeft: history.hasLeft,
    shown: () => document?.page.current(),
    address: () => history.current().url.href,
    notices: [],
    sessionValues: new Map(),
    documents: 0,
    visit: (address) => load(new URL(address, ORIGIN), history.load),
    back: () => traverse(-1),
    reload() {
      load(history.current().url, () => {});
    },
    close() {
      navigation += 1;
      tab.isOpen = false;
      end();
    },
    pressLogOut: () => document?.pressLogOut() ?? false,
    hearStorage: (key, newValue) => document?.hearStorage(key, newValue),
  };
  return tab;
};
