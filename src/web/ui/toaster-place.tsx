import { type ComponentType, useSyncExternalStore } from 'react';

let toaster: ComponentType | undefined;
const listeners = new Set<() => void>();

/** Puts the toasts on the page, for good: done by what shows the first ones, before it does. */
export const bringToaster = (brought: ComponentType): void => {
  toaster = brought;
  for (const listener of listeners) listener();
};

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/**
 * Where the toasts of every page are. It is empty until a page comes that has any to show, so that
 * the others load no script for them; from then on it keeps them over every change of page.
 */
export const ToasterPlace = () => {
  const Toaster = useSyncExternalStore(
    subscribe,
    () => toaster,
    () => undefined,
  );
  return Toaster && <Toaster />;
};
