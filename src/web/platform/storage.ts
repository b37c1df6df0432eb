import { reportStorage } from './browser-issues.ts';

type StorageArea = 'local' | 'session';

/**
 * Web storage that never throws. Where the browser forbids storage, a read returns `undefined` and a
 * removal does nothing. A write that fails, also because the quota is full, is reported as a browser
 * issue: the page works without storage, but a reload loses the value.
 */
const createStorage = (area: StorageArea) => {
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

interface DraftOptions<Value> {
  /** The storage key. A new shape of the value needs a new key. */
  key: string;
  /** `local`: all tabs of the browser, without end. `session`: this tab, until it is closed. */
  storage: StorageArea;
  /**
   * Checks the stored JSON, which is untrusted. Returns the value, or `undefined` when it is
   * invalid. It may throw instead, as the `validateSync` of a yup schema does.
   */
  parse: (stored: unknown) => Value | undefined;
}

/** One JSON value in web storage that survives a reload. */
interface Draft<Value> {
  /** The stored value; `undefined` when there is none, when it is invalid, or without storage. */
  read(): Value | undefined;
  /** Stores the value. Without storage, a browser issue is reported instead. */
  save(value: Value): void;
  clear(): void;
}

/** Creates the accessors of one stored value. Nothing is read or written yet. */
export const createDraft = <Value>({ key, storage, parse }: DraftOptions<Value>): Draft<Value> => {
  const { read, write, remove } = createStorage(storage);
  return {
    read: () => {
      const stored = read(key);
      if (stored === undefined) return undefined;
      try {
        return parse(JSON.parse(stored));
      } catch {
        return undefined;
      }
    },
    save: (value) => write(key, JSON.stringify(value)),
    clear: () => remove(key),
  };
};
