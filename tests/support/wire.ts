import type { Page, Route } from 'playwright-core';
import type { ErrorCode } from '#contract/errors.ts';
import { errorStatus } from '#contract/errors.ts';

/** The network between a page and the server: chosen requests wait here until a walk says how they end. */
export interface Wire {
  /** The oldest waiting request to a path; waits for one. */
  next(path: RegExp): Promise<Route>;
  /** Lets the oldest waiting request to a path go on to the real server. */
  pass(path: RegExp): Promise<void>;
  /** Lets all requests to a path go on to the real server, those that wait and those that come, until something is over. */
  passAll(path: RegExp, until: Promise<unknown>): Promise<void>;
  /** No network for the oldest waiting request to a path. */
  cut(path: RegExp): Promise<void>;
  /** No network for whatever waits on its way to a path, if anything does. */
  cutAll(path: RegExp): Promise<void>;
  /** Refuses the oldest waiting request to a path before it reaches the server. */
  refuse(path: RegExp, code: ErrorCode, retryAfterS?: number): Promise<void>;
}

/**
 * Has every request of a page to one of these paths wait.
 * @param held tested against the path with its query, such as `/v2/user/login`
 */
export const openWire = async (page: Page, held: RegExp[]): Promise<Wire> => {
  const waiting: Route[] = [];
  const passing = new Set<RegExp>();
  const lookers = new Set<() => void>();
  const pathOf = (route: Route): string => {
    const { pathname, search } = new URL(route.request().url());
    return pathname + search;
  };
  await page.route(
    (url) => held.some((path) => path.test(url.pathname + url.search)),
    async (route) => {
      if ([...passing].some((path) => path.test(pathOf(route)))) return route.continue();
      waiting.push(route);
      for (const look of lookers) look();
    },
  );
  const next = (path: RegExp): Promise<Route> =>
    new Promise((resolve) => {
      const look = () => {
        const index = waiting.findIndex((route) => path.test(pathOf(route)));
        const [route] = index === -1 ? [] : waiting.splice(index, 1);
        if (!route) return;
        lookers.delete(look);
        resolve(route);
      };
      lookers.add(look);
      look();
    });
  return {
    next,
    pass: async (path) => (await next(path)).continue(),
    async passAll(path, until) {
      passing.add(path);
      try {
        const through = waiting.filter((route) => path.test(pathOf(route)));
        for (const route of through) {
          waiting.splice(waiting.indexOf(route), 1);
          await route.continue();
        }
        await until;
      } finally {
        passing.delete(path);
      }
    },
    cut: async (path) => (await next(path)).abort('internetdisconnected'),
    async cutAll(path) {
      const cut = waiting.filter((route) => path.test(pathOf(route)));
      for (const route of cut) {
        waiting.splice(waiting.indexOf(route), 1);
        await route.abort('internetdisconnected');
      }
    },
    refuse: async (path, code, retryAfterS) =>
      (await next(path)).fulfill({
        status: errorStatus[code],
        headers: retryAfterS === undefined ? {} : { 'Retry-After': String(retryAfterS) },
        json: { error: { code, message: code } },
      }),
  };
};
