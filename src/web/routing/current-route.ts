import { useSyncExternalStore } from 'react';
import { createStore, useStore } from '../platform/create-store.ts';
import { currentPath, currentSearch, navigate, watchLocation } from './hash-location.ts';
import { pageAt, routes } from './routes.tsx';
import { recordScrollPositions } from './scroll-positions.ts';

// The route that is rendered. It follows the address only when the chunk of the next page is loaded,
// so that the previous page stays until then (docs/decisions/page-loading.md).
const path = createStore('/');
const search = createStore('');
const isLoading = createStore(false);

const followAddress = async (): Promise<void> => {
  const nextPath = currentPath();
  const nextSearch = currentSearch();
  const { chunk } = pageAt(nextPath);
  if (!chunk.Page) {
    isLoading.set(true);
    await chunk.load();
    // The visitor has navigated again; that navigation sets the route.
    if (nextPath !== currentPath() || nextSearch !== currentSearch()) return;
  }
  path.set(nextPath);
  search.set(nextSearch);
  isLoading.set(false);
};

/** Corrects the case of typed addresses, now and later: `#/Pricing`. At real addresses, the server does. */
export const correctAddresses = (): void => {
  const correct = () => {
    const typed = currentPath();
    const route = Object.keys(routes).find((path) => path.toLowerCase() === typed.toLowerCase());
    if (!route || route === typed) return;
    history.replaceState(history.state, '', location.hash.replace(/[^?]*/, `#${route}`));
  };
  correct();
  watchLocation(correct);
};

/**
 * Follows the address from now on. Resolves when the first page can be rendered, to whether its chunk
 * was loaded.
 * @param initialPath the path of that page. The visitor may have followed a link since it was shown.
 */
export const startRouting = async (initialPath: string): Promise<boolean> => {
  recordScrollPositions(isLoading.get);
  watchLocation(() => void followAddress());
  const { chunk } = pageAt(initialPath);
  path.set(initialPath);
  const loading = chunk.load(globalThis.pageChunks?.[initialPath]);
  if (currentPath() === initialPath) search.set(currentSearch());
  else void followAddress();
  await loading;
  return chunk.Page !== undefined;
};

/**
 * The location hook for wouter's `Router`: `[path, navigate]`.
 * @param router its `ssrPath` is the path during prerendering and hydration
 */
export const useHashLocation = (router: {
  ssrPath: string;
}): [path: string, navigate: typeof navigate] => [
  useSyncExternalStore(path.subscribe, path.get, () => router.ssrPath),
  navigate,
];
// The real addresses of pages, for those who open a link elsewhere or without script. There, a clause
// of a legal text is found by its id.
useHashLocation.hrefs = (to: string): string => to.replace(/\?clause=(.*)/, '$&#clause-$1');
useHashLocation.searchHook = (): string => useStore(search);

/** React hook: whether the chunk of the next page is being loaded. */
export const useIsLoading = (): boolean => useStore(isLoading);
