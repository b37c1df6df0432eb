import type { Page, Route } from 'playwright-core';
import type { ErrorCode } from '#contract/errors.ts';
import { errorStatus } from '#contract/errors.ts';

/**
 * Intercepts chosen requests between a page and the server until the test decides their outcome.
 */
export interface RequestInterceptor {
  /** Whether a request to a path is pending. */
  has(path: RegExp): boolean;
  /** The oldest pending request to a path; waits for one. */
  next(path: RegExp): Promise<Route>;
  /** Forwards the oldest pending request to the server, and waits for its response. */
  pass(path: RegExp): Promise<void>;
  /** Forwards all pending and new requests to a path until a promise settles. */
  passAll(path: RegExp, until: Promise<unknown>): Promise<void>;
  /** Aborts the oldest pending request with a network error. */
  cut(path: RegExp): Promise<void>;
  /** Aborts all pending requests to a path with a network error; there may be none. */
  cutAll(path: RegExp): Promise<void>;
  /** Fulfils the oldest pending request with an error response, without asking the server. */
  refuse(path: RegExp, code: ErrorCode, retryAfterS?: number): Promise<void>;
}

/**
 * Intercepts every request of a page to one of these paths.
 *
 * @param paths tested against the path with its query, such as `/v2/user/login`
 */
export const interceptRequests = async (
  page: Page,
  paths: RegExp[],
): Promise<RequestInterceptor> => {
  const waiting: Route[] = [];
  const forwarded = new Set<RegExp>();
  const waiters = new Set<() => void>();
  const pathOf = (route: Route): string => {
    const { pathname, search } = new URL(route.request().url());
    return pathname + search;
  };
  await page.route(
    (url) => paths.some((path) => path.test(url.pathname + url.search)),
    async (route) => {
      if ([...forwarded].some((path) => path.test(pathOf(route)))) return route.continue();
      waiting.push(route);
      for (const check of waiters) check();
    },
  );
  const next = (path: RegExp): Promise<Route> =>
    new Promise((resolve) => {
      const check = () => {
        const index = waiting.findIndex((route) => path.test(pathOf(route)));
        const [route] = index === -1 ? [] : waiting.splice(index, 1);
        if (!route) return;
        waiters.delete(check);
        resolve(route);
      };
      waiters.add(check);
      check();
    });
  return {
    has: (path) => waiting.some((route) => path.test(pathOf(route))),
    next,
    async pass(path) {
      const route = await next(path);
      await route.continue();
      // Else a driver could still read the previous code, or what a call has not yet stored.
      await route.request().response();
    },
    async passAll(path, until) {
      forwarded.add(path);
      try {
        const released = waiting.filter((route) => path.test(pathOf(route)));
        for (const route of released) {
          waiting.splice(waiting.indexOf(route), 1);
          await route.continue();
        }
        await until;
      } finally {
        forwarded.delete(path);
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
