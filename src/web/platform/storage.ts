import { reportStorage } from './browser-issues.ts';

export type StorageArea = 'local' | 'session';

/**
 * Web storage that never throws. Where the browser forbids storage, a read returns `undefined` and a
 * removal does nothing. A write that fails, also because the quota is full, is reported as a browser
 * issue: the page works without storage, but a reload loses the value.
 */
export const createStorage = (area: StorageArea) => {
  // Where storage is forbidden, even the access to `localStorage` throws.
  const open = (): Storage => globalThis[`${area}Storage`];
  return {
    read: (key: string): string | undefined => {
      try {
        return open().getItem(key) ?? undefined;
      } catch {
        return undefined;
      }
    },
    write: (key: string, value: string): void => {
      try {
        open().setItem(key, value);
        reportStorage(true);
      } catch {
        reportStorage(false);
      }
    },
    remove: (key: string): void => {
      try {
        open().removeItem(key);
      } catch {
        // Forbidden storage holds no value.
      }
    },
  };
};

/** `localStorage`, shared by all tabs of the browser. */
export const storage = createStorage('local');
