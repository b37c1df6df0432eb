import { useSyncExternalStore } from 'react';

/** A value outside React that components subscribe to with `useStore`. */
export interface Store<Value> {
  get(): Value;
  getInitial(): Value;
  /** Replaces the value. A changed object or array must be a new one. */
  set(value: Value): void;
  /** Calls the listener after each change; returns the function that unsubscribes it. */
  subscribe(listener: () => void): () => void;
}

export const createStore = <Value>(initial: Value): Store<Value> => {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    getInitial: () => initial,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

/** The store's value; the initial one in prerendered HTML and during hydration. */
export const useStore = <Value>({ subscribe, get, getInitial }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, getInitial);
