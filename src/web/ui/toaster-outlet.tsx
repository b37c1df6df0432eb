import type { ComponentType } from 'react';
import { createStore, useStore } from '#web/platform/create-store.ts';

/** Open modal dialogs, the topmost last. */
const hosts = createStore<readonly HTMLElement[]>([]);

/**
 * Renders toasts inside a modal dialog while it is open, because content outside an open modal
 * dialog is inert. Returns a function that ends this.
 */
export const hostToasts = (dialog: HTMLElement): (() => void) => {
  hosts.set([...hosts.get(), dialog]);
  return () => hosts.set(hosts.get().filter((host) => host !== dialog));
};

/** React hook: the topmost open modal dialog; `undefined` when the page itself shows the toasts. */
export const useToastHost = (): HTMLElement | undefined => useStore(hosts).at(-1);

const toaster = createStore<ComponentType | undefined>(undefined);

/** Renders the toaster in the outlet from now on. A page calls it before its first toast. */
export const registerToaster = (component: ComponentType): void => {
  // It renders beside a page that is shown: in another task than the evaluation of the script that calls this.
  if (globalThis.isMounting) setTimeout(toaster.set, 0, component);
  else toaster.set(component);
};

/**
 * The place of the toaster on every page. It renders nothing until a page registers the toaster, so
 * that pages without toasts load no script for them. Toasts then survive every navigation.
 */
export const ToasterOutlet = () => {
  const Toaster = useStore(toaster);
  return Toaster && <Toaster />;
};
