import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, vi } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Generous for busy machines. */
const WAIT_MS_MAX = 30_000;

const roots: Root[] = [];

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.body.replaceChildren();
});

/** Renders a view into the page, and unmounts it after the test. */
export const show = (view: ReactNode): void => {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  roots.push(root);
  act(() => root.render(view));
};

/** The first element that matches the selector. Throws if there is none. */
export const find = <Found extends HTMLElement = HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};

/** The first element that matches the selector and has that text. Throws if there is none. */
export const findText = (selector: string, text: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.textContent === text,
  );
  if (!found) throw new Error(`no ${selector} reads ${text}`);
  return found;
};

/** Waits until `look` no longer throws, for views that follow the network. */
export const waitFor = async (look: () => void): Promise<void> => {
  // React renders by itself meanwhile, as in a browser.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  try {
    await vi.waitFor(look, WAIT_MS_MAX);
  } finally {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  }
};

export const click = (element: HTMLElement): void => act(() => element.click());

/** Presses a key on the focused element. Returns whether the browser's default action remains. */
export const press = (key: string, init: KeyboardEventInit = {}): boolean => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
  return !event.defaultPrevented;
};

/** Sets a field's value as typing or autofill does, so that React notices. */
export const enter = (input: HTMLInputElement | HTMLTextAreaElement, text: string): void => {
  const { prototype } =
    input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
  act(() => {
    setter?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

/** Pastes text into an element. */
export const paste = (element: HTMLElement, text: string): void => {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  act(() => {
    element.dispatchEvent(event);
  });
};
