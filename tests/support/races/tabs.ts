import type { Browser, Cookie, Page, Request } from 'playwright-core';
import { type Gate, isHeldUrl, TAB_HEADER } from './gate.ts';
import { FIRST_ENTRY, installControls, type Seen } from './page-controls.ts';

/** A tab of the browser. */
export interface Tab {
  number: number;
  page: Page;
  isOpen: boolean;
  /** What it showed when everything was at rest. */
  seen: Seen;
}

/** What the browser has at the start of a run. */
interface BrowserState {
  cookies: Cookie[];
  /** Its `localStorage`. */
  stored: Record<string, string>;
  address: string;
  tabs: number;
}

/** A document that runs no script. It stands for the site that was visited before. */
const BEFORE_PATH = '/robots.txt';
const SMALL = { viewport: { width: 400, height: 500 }, reducedMotion: 'reduce' } as const;
const TICK_MS = 10;
/** The browser sometimes keeps a request to itself, while another one for the same URL is under way. */
const HELD_BACK_MS_MAX = 400;
/** Time for which a tab may work on what it has got, on a machine that does other work besides. */
const WORK_MS_MAX = 5_000;
const REST_MS_MAX = 20_000;
const LEAVING_TRIES = 5;

const pause = () => new Promise<undefined>((resolve) => setTimeout(resolve, TICK_MS));

const NOTHING: Seen = {
  document: '',
  view: 'other',
  isBusy: false,
  canGoBack: false,
  texts: {},
  isReadOnly: false,
  isIncomplete: false,
  hasBoxes: false,
  canResend: false,
  notices: [],
};

/**
 * A browser whose tabs are driven without waiting for the network. All runs share its pages, their processes and
 * its cache; cookies, storage and history begin anew.
 */
export const openRaceBrowser = async (browser: Browser, gate: Gate, url: string) => {
  const before = url + BEFORE_PATH;
  const context = await browser.newContext(SMALL);
  let tabs: Tab[] = [];
  const pages: Page[] = [];
  const errors: string[] = [];
  const pending = new Map<Page, Set<Request>>();
  let changes = 0;
  let runs = 0;
  await context.addInitScript(installControls, FIRST_ENTRY);
  context.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(`Console: ${message.text()}`);
  });
  context.on('weberror', (error) => errors.push(`Uncaught: ${error.error().message}`));
  const end = (request: Request) => {
    changes += 1;
    for (const requests of pending.values()) requests.delete(request);
  };
  context.on('requestfinished', end);
  context.on('requestfailed', end);

  const newPage = async (): Promise<Page> => {
    const page = await context.newPage();
    const requests = new Set<Request>();
    pending.set(page, requests);
    page.on('request', (request) => {
      changes += 1;
      if (request.url().startsWith('http')) requests.add(request);
    });
    pages.push(page);
    return page;
  };

  const openTabs = () => tabs.filter(({ isOpen }) => isOpen);

  const requestsOf = ({ page }: Tab): Request[] => [...(pending.get(page) ?? [])];
  const isLoading = (tab: Tab) => requestsOf(tab).some((request) => !isHeldUrl(request.url()));

  /** Whether the tab waits for nothing, for held messages only, or for something that comes by itself. */
  const stateOf = (tab: Tab): 'calm' | 'heldBack' | 'moving' => {
    if (tab.seen.view === 'starting' || isLoading(tab)) return 'moving';
    const held = gate.held().filter(({ exchange }) => exchange.tab === tab.number).length;
    return requestsOf(tab).length === held ? 'calm' : 'heldBack';
  };

  const isLeaving = (tab: Tab): boolean =>
    requestsOf(tab).some((request) => request.isNavigationRequest() && isHeldUrl(request.url()));

  /**
   * Runs a function in a tab. Undefined if the tab leaves its document: the browser's protocol does not reach that
   * until the next one is there.
   */
  const ask = async <Argument, Result>(
    tab: Tab,
    run: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result | undefined> => {
    let isAnswered = false;
    const left = async () => {
      while (!isAnswered && !isLeaving(tab)) await pause();
    };
    // biome-ignore lint/suspicious/noExplicitAny: Playwright's type of a function with a generic argument.
    const answer = tab.page.evaluate(run as any, argument).catch(() => undefined);
    const result = await Promise.race([answer as Promise<Result | undefined>, left()]);
    isAnswered = true;
    return result ?? undefined;
  };

  const look = async (tab: Tab): Promise<void> => {
    if (isLeaving(tab)) {
      tab.seen = { ...tab.seen, view: 'leaving' };
      return;
    }
    const seen = await ask(
      tab,
      async () => {
        await globalThis.controls.rest();
        return globalThis.controls.look();
      },
      undefined,
    );
    if (seen) tab.seen = seen;
    else changes += 1;
  };

  /** Waits until each tab shows what it has, and waits for what is held only. */
  const rest = async (): Promise<void> => {
    const start = performance.now();
    for (let calm = 0; calm < 2; ) {
      const eventsBefore = changes + gate.events();
      if (!openTabs().some(isLoading)) await Promise.all(openTabs().map(look));
      const states = openTabs().map(stateOf);
      const passedMs = performance.now() - start;
      if (passedMs > REST_MS_MAX)
        throw new Error(
          `A tab never comes to rest: ${states.join()}, ${JSON.stringify(tabs.map(({ seen }) => seen))}`,
        );
      const isWorking =
        passedMs < WORK_MS_MAX &&
        gate.held().length === 0 &&
        openTabs().some(({ seen }) => seen.isBusy);
      const isCalm =
        !isWorking &&
        (states.every((state) => state === 'calm') ||
          (passedMs > HELD_BACK_MS_MAX && !states.includes('moving')));
      if (isCalm && eventsBefore === changes + gate.events()) calm += 1;
      else {
        calm = 0;
        await pause();
      }
    }
  };

  /** Leaves what a page shows. A navigation that ends at the same moment can interrupt this one. */
  const leave = async (page: Page, address: string): Promise<void> => {
    for (let tries = 1; ; tries += 1)
      try {
        await page.goto(address);
        return;
      } catch (error) {
        if (tries === LEAVING_TRIES) throw error;
      }
  };

  /** Empties a page of the runs before. */
  const prepare = async (
    page: Page,
    number: number,
    stored?: Record<string, string>,
  ): Promise<Tab> => {
    await page.setExtraHTTPHeaders({
      [TAB_HEADER]: String(number),
      'X-Forwarded-For': `10.${(runs >> 8) & 255}.${runs & 255}.1`,
    });
    await leave(page, before);
    const session = await context.newCDPSession(page);
    await session.send('Page.resetNavigationHistory');
    await session.detach();
    await page.evaluate(
      ([values, key]) => {
        sessionStorage.clear();
        if (values) {
          localStorage.clear();
          Object.assign(localStorage, values);
        }
        sessionStorage.setItem(key, String(navigation.currentEntry?.index));
      },
      [stored, FIRST_ENTRY] as const,
    );
    pending.get(page)?.clear();
    return { number, page, isOpen: true, seen: NOTHING };
  };

  const go = (tab: Tab, address: string) =>
    ask(tab, (to: string) => location.assign(to), url + address);

  return {
    context,
    errors,
    tabs: (): readonly Tab[] => tabs,
    rest,
    ask,
    go,
    /** Starts a run: tabs whose history begins at another site. */
    async begin({ cookies, stored, address, tabs: count }: BrowserState): Promise<void> {
      runs += 1;
      tabs = [];
      // What the run before has left: pages that it closed, and further ones, which could still write.
      const closed = pages.filter((page) => page.isClosed());
      for (const page of closed) pages.splice(pages.indexOf(page), 1);
      await Promise.all(pages.slice(count).map((page) => leave(page, before)));
      await context.clearCookies();
      if (cookies.length > 0) await context.addCookies(cookies);
      while (pages.length < count) await newPage();
      tabs = await Promise.all(
        pages.slice(0, count).map((page, index) => prepare(page, index + 1, stored)),
      );
      errors.length = 0;
      await Promise.all(tabs.map((tab) => go(tab, address)));
      await rest();
    },
    /** Opens another tab. */
    async open(address: string): Promise<void> {
      const tab = await prepare(await newPage(), tabs.length + 1);
      tabs = [...tabs, tab];
      await go(tab, address);
    },
  };
};

export type RaceBrowser = Awaited<ReturnType<typeof openRaceBrowser>>;
