import { createStorage, type StorageArea } from './storage.ts';

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
export interface Draft<Value> {
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
