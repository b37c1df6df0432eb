import { type BrowserClock, createBrowserClock } from './clock.ts';
import { type CookieJar, createCookieJar, type StoredCookie } from './cookie-jar.ts';
import { createNetwork, type Exchange, type Network } from './network.ts';
import type { Scripts } from './page-script.ts';
import type { RaceServer } from './race-server.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { openTab, type Tab } from './tab.ts';
import { createWebLocks, type WebLocks } from './web-locks.ts';

/** What the tabs of a browser share. */
export interface BrowserParts {
  clock: BrowserClock;
  jar: CookieJar;
  locks: WebLocks;
  network: Network;
  schedule: Schedule;
  /** The values of `localStorage`. */
  stored: Map<string, string>;
  scripts: Scripts;
  /** Queues a task of the browser itself, which runs before anything else happens. */
  queue(task: () => void): void;
  /** The number of the next event. */
  moment(): number;
  /** What scripts have thrown or logged. */
  errors: string[];
}

/** A browser with up to three tabs in front of the real server. */
export interface RaceBrowser extends BrowserParts {
  tabs: Tab[];
  server: RaceServer;
  /** The visitor's network and the domain of the addresses. */
  visitor: { domain: string; network: string };
  /** Waits until nothing moves that does not wait for its turn. */
  rest(): Promise<void>;
  /** Lets time pass, for the server as well. */
  pass(ms: number): Promise<void>;
  /** Opens a tab; `before`: what it has kept of an earlier document. */
  open(address: string, before?: Pick<Tab, 'sessionValues' | 'documents'>): Promise<Tab>;
  close(): void;
}

/** What a browser has kept. */
export interface KeptState {
  /** The time of its clock (epoch ms). */
  time: number;
  moments: number;
  cookies: readonly StoredCookie[];
  stored: ReadonlyMap<string, string>;
  exchanges: readonly Exchange[];
}

const newState = (): KeptState => ({
  time: Date.now(),
  moments: 0,
  cookies: [],
  stored: new Map(),
  exchanges: [],
});

let count = 0;

/** Opens a browser without tabs. */
export const openBrowser = (
  server: RaceServer,
  scripts: Scripts,
  kept: KeptState = newState(),
): RaceBrowser => {
  count += 1;
  // Each has a network of its own: the server limits what comes from one.
  const visitor = {
    domain: 'acme.example',
    network: `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
  };
  const tasks: (() => void)[] = [];
  let { moments } = kept;
  const moment = () => {
    moments += 1;
    return moments;
  };

  const rest = async (): Promise<void> => {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      await server.idle();
      const task = tasks.shift();
      if (task) task();
      else return;
    }
  };

  const clock = createBrowserClock(kept.time);
  const schedule = createSchedule(async () => {
    await rest();
    // Two events never have the same time: scripts compare times.
    await clock.pass(1, rest);
  });
  const parts: BrowserParts = {
    clock,
    jar: createCookieJar(clock.now, kept.cookies),
    locks: createWebLocks(),
    network: createNetwork(server, schedule, {
      address: visitor.network,
      moment,
      earlier: kept.exchanges,
    }),
    schedule,
    stored: new Map(kept.stored),
    scripts,
    queue: (task) => void tasks.push(task),
    moment,
    errors: [],
  };
  const tabs: Tab[] = [];
  return {
    ...parts,
    tabs,
    server,
    visitor,
    rest,
    async pass(ms) {
      await server.age(ms, visitor);
      await clock.pass(ms, rest);
      await rest();
    },
    async open(address, before) {
      const tab = openTab(parts, tabs.length + 1, () => tabs.filter((other) => other !== tab));
      if (before) {
        tab.sessionValues = new Map(before.sessionValues);
        tab.documents = before.documents;
      }
      tabs.push(tab);
      tab.visit(address);
      await rest();
      return tab;
    },
    close() {
      for (const tab of tabs) tab.close();
    },
  };
};
