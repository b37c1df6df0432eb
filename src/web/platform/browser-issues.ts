import { useIsOffline } from './connection.ts';
import { createStore, useStore } from './create-store.ts';

/** A fault of the visitor's browser or network that keeps the forms from working. */
export type BrowserIssue = 'offline' | 'cookiesRefused' | 'storageRefused';

const areCookiesRefused = createStore(false);
// Not the initial value, which is that of the prerendered page. `navigator` is missing where the build
// prerenders.
if (globalThis.navigator?.cookieEnabled === false) areCookiesRefused.set(true);
const isStorageRefused = createStore(false);

/** Reports whether the browser sent back a cookie that it was given. */
export const reportCookies = (areKept: boolean): void => areCookiesRefused.set(!areKept);

/** Reports whether the browser stored a value that it was given. */
export const reportStorage = (isKept: boolean): void => isStorageRefused.set(!isKept);

/** The most severe issue at the moment. */
export const useBrowserIssue = (): BrowserIssue | undefined => {
  const isOffline = useIsOffline();
  const isWithoutCookies = useStore(areCookiesRefused);
  const isWithoutStorage = useStore(isStorageRefused);
  if (isOffline) return 'offline';
  if (isWithoutCookies) return 'cookiesRefused';
  return isWithoutStorage ? 'storageRefused' : undefined;
};
