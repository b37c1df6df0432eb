import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const roots: Root[] = [];

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.body.replaceChildren();
});

/** Puts a view on the page, and takes it away after the test. */
export const show = (view: ReactNode): void => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  roots.push(root);
  act(() => root.render(view));
};

/** The one element of that selector; throws when there is none. */
export const find = <Found extends HTMLElement = HTMLElement>(selector: string): Found => {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`nothing matches ${selector}`);
  return found;
};

/** The one element of that selector with that text. */
export const findText = (selector: string, text: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.textContent === text,
  );
  if (!found) throw new Error(`no ${selector} reads ${text}`);
  return found;
};

export const click = (element: HTMLElement): void => act(() => element.click());

/** Presses a key where focus is. Returns whether the browser would still do its own part. */
export const press = (key: string, init: KeyboardEventInit = {}): boolean => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  act(() => {
    (document.activeElement ?? document.body).dispatchEvent(event);
  });
  return !event.defaultPrevented;
};

/** Sets an input's text as the browser does after typing or autofill, and tells React. */
export const enter = (input: HTMLInputElement, text: string): void => {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setter?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
};

/** Pastes a text into an element. */
export const paste = (element: HTMLElement, text: string): void => {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  act(() => {
    element.dispatchEvent(event);
  });
};
