import { useSyncExternalStore } from 'react';
import { currentPath, currentSearch, navigate, watchLocation } from './location.ts';
import { pageAt } from './routes.tsx';

/**
 * What the visitor sees. A new address counts once its page's chunk has come, so that the page
 * before stays until then.
 */
interface Shown {
  path: string;
  search: string;
  /** Another page is on its way. */
  isLoading: boolean;
}

const HOME: Shown = { path: '/', search: '', isLoading: false };
let shown = HOME;
/** What is hydrated, or prerendered. */
let prerendered = HOME;
const listeners = new Set<() => void>();

const show = (next: Shown): void => {
  shown = next;
  for (const listener of listeners) listener();
};

const follow = async (): Promise<void> => {
  const path = currentPath();
  const search = currentSearch();
  const { chunk } = pageAt(path);
  if (!chunk.Page) {
    show({ ...shown, isLoading: true });
    await chunk.load();
    if (path !== currentPath() || search !== currentSearch()) return;
  }
  show({ path, search, isLoading: false });
};

/** Shows the page of every address that is gone to; ends when the first one can be shown. */
export const followLocation = (): Promise<void> => {
  watchLocation(() => void follow());
  return follow();
};

/** Has the build render another page than the home page. */
export const prerenderAt = (path: string): void => {
  prerendered = { ...HOME, path };
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** wouter's location hook: `[path, navigate]`. */
export const useShownPath = (): [string, typeof navigate] => [
  useSyncExternalStore(
    subscribe,
    () => shown.path,
    () => prerendered.path,
  ),
  navigate,
];

/** wouter's search hook. */
export const useShownSearch = (): string =>
  useSyncExternalStore(
    subscribe,
    () => shown.search,
    () => prerendered.search,
  );

/** Whether another page is on its way. */
export const useIsLoading = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => shown.isLoading,
    () => prerendered.isLoading,
  );
