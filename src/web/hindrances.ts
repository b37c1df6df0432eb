import { useSyncExternalStore } from 'react';
import { watchConnection } from './connection.ts';

/** What of a visitor's browser keeps the site from doing its work. */
export type Hindrance = 'offline' | 'cookiesRefused' | 'storageRefused';

let areCookiesRefused = false;
let isStorageRefused = false;
const listeners = new Set<() => void>();

const tellAll = (): void => {
  for (const listener of listeners) listener();
};

/** Tells whether the browser sent back a cookie that it had been given. */
export const noteCookies = (areKept: boolean): void => {
  if (areCookiesRefused !== areKept) return;
  areCookiesRefused = !areKept;
  tellAll();
};

/** Tells whether the browser stored what it was given. */
export const noteStorage = (isKept: boolean): void => {
  if (isStorageRefused !== isKept) return;
  isStorageRefused = !isKept;
  tellAll();
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  const stop = watchConnection(changed);
  return () => {
    listeners.delete(changed);
    stop();
  };
};

const strongest = (): Hindrance | undefined => {
  if (!navigator.onLine) return 'offline';
  if (areCookiesRefused || !navigator.cookieEnabled) return 'cookiesRefused';
  return isStorageRefused ? 'storageRefused' : undefined;
};

/** What hinders the visitor most right now. */
export const useHindrance = (): Hindrance | undefined =>
  useSyncExternalStore(subscribe, strongest, () => undefined);
