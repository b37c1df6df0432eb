import type { ComponentType } from 'react';
import { createStore, useStore } from '#web/platform/create-store.ts';

const toaster = createStore<ComponentType | undefined>(undefined);

/** Renders the toaster in the outlet from now on. A page calls it before its first toast. */
export const registerToaster = (component: ComponentType): void => toaster.set(component);

/**
 * The place of the toaster on every page. It renders nothing until a page registers the toaster, so
 * that pages without toasts load no script for them. Toasts then survive every navigation.
 */
export const ToasterOutlet = () => {
  const Toaster = useStore(toaster);
  return Toaster && <Toaster />;
};
