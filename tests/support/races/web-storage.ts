/** One storage area of a browser. `Storage` for scripts. */
export interface StorageArea {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A change that the other documents of the area learn by a `storage` event. */
export interface StorageChange {
  key: string;
  newValue: string | null;
}

/** A view of stored values for one document; `changed` hears of its changes. */
export const openStorage = (
  values: Map<string, string>,
  changed: (change: StorageChange) => void = () => {},
): StorageArea => ({
  getItem: (key) => values.get(key) ?? null,
  setItem(key, value) {
    const isSame = values.get(key) === value;
    values.set(key, value);
    // HTML, 12.2.1: no event if the value stays.
    if (!isSame) changed({ key, newValue: value });
  },
  removeItem(key) {
    if (values.delete(key)) changed({ key, newValue: null });
  },
});
