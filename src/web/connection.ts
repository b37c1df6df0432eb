import { useSyncExternalStore } from 'react';

/** Has `changed` called whenever the browser goes offline or is back; returns how to stop. */
export const watchConnection = (changed: () => void): (() => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

/** Whether the browser knows that it has no network. */
export const useIsOffline = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => !navigator.onLine,
    () => false,
  );
