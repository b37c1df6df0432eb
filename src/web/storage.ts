import { noteStorage } from './hindrances.ts';

/** Local storage that may be full or forbidden: reading gives nothing then, writing does nothing. */
export const storage = {
  read: (key: string): string | undefined => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  },
  write: (key: string, value: string): void => {
    try {
      localStorage.setItem(key, value);
      noteStorage(true);
    } catch {
      // The page works without; only a reload forgets.
      noteStorage(false);
    }
  },
  remove: (key: string): void => {
    try {
      localStorage.removeItem(key);
    } catch {
      // Nothing can be stored, so nothing is there.
    }
  },
};
