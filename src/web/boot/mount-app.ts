import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  DEFERRED_KEY,
  OTHER_ROUTE_KEY,
  PATH_KEY,
  PRERENDERED_ID,
  ROOT_ID,
  SIGNED_IN,
} from '../platform/dom-contract.ts';
import { currentPath } from '../routing/hash-location.ts';
import { keepEarlyInput } from './early-input.ts';

const { dataset } = document.documentElement;
const root = document.getElementById(ROOT_ID) as HTMLElement;
const findPrerendered = (): HTMLElement | null => document.getElementById(PRERENDERED_ID);

/** The path of the page that the document shows, which the visitor may have left; else that of the address. */
export const initialPath = (): string => {
  const path = (findPrerendered() ?? root).dataset[PATH_KEY];
  if (path !== undefined) return path;
  return root.hasChildNodes() && dataset[OTHER_ROUTE_KEY] === undefined ? '/' : currentPath();
};

/** Another tab has logged in or out since the document chose what it shows: the page shows something else now. */
const isOvertaken = (): boolean =>
  globalThis.wasSignedIn !== undefined &&
  globalThis.wasSignedIn !== SIGNED_IN.test(document.cookie);

/**
 * Mounts the app: hydrates the page that the document shows, else renders one. A transition does
 * either in slices, so that input isn't blocked. Early input is then replayed.
 * @param app receives the callback to call once, in its first effects
 * @param isLoaded whether the page can be hydrated; an error replaces it
 */
export const mountApp = (app: (onMounted: () => void) => ReactNode, isLoaded: boolean): void => {
  const prerendered = findPrerendered();
  const page = prerendered ?? root;
  // From here on, React handles links and typing; it hydrates at once what is pressed.
  globalThis.isMounting = true;
  if (prerendered) {
    root.remove();
    prerendered.id = ROOT_ID;
  }
  delete dataset[OTHER_ROUTE_KEY];
  // The app may scroll to any place.
  globalThis.renderDeferred?.();
  // In development, the document has no inlined script.
  delete dataset[DEFERRED_KEY];
  const node = app(keepEarlyInput(page));
  startTransition(() => {
    if (isLoaded && page.hasChildNodes() && !isOvertaken()) hydrateRoot(page, node);
    else createRoot(page).render(node);
  });
};
