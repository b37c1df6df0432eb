import { useSyncExternalStore } from 'react';

/** Open modal dialogs, the topmost last. */
const hosts: HTMLElement[] = [];
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Makes a modal dialog the place where toasts appear, because what lies outside an open one can't
 * be reached or announced. Returns a function that ends it.
 */
export const hostToasts = (element: HTMLElement): (() => void) => {
  hosts.push(element);
  tell();
  return () => {
    hosts.splice(hosts.indexOf(element), 1);
    tell();
  };
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** The topmost open modal dialog, or `undefined` when the page itself shows the toasts. */
export const useToastHost = (): HTMLElement | undefined =>
  useSyncExternalStore(
    subscribe,
    () => hosts.at(-1),
    () => undefined,
  );
