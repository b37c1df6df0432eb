import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  CAPTURED_BUTTONS,
  OTHER_ROUTE_KEY,
  PATH_KEY,
  PRERENDERED_ID,
  ROOT_ID,
} from '../platform/dom-contract.ts';
import { currentPath, isCurrentState } from '../routing/hash-location.ts';

const FIELDS = 'input:not([type="file"]), textarea, select';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The state of a field in the prerendered page. */
interface FieldState {
  name: string;
  value: string;
  /** Whether the visitor changed the field. Otherwise a restored draft keeps its value. */
  isTouched: boolean;
  isChecked: boolean;
  isFocused: boolean;
  selection: [start: number | null, end: number | null] | undefined;
}

const fieldsIn = (page: Element): Field[] => [...page.querySelectorAll<Field>(FIELDS)];

const readSelection = (field: Field): FieldState['selection'] =>
  'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : undefined;

const isTouched = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.value !== field.defaultValue;
};

const readFields = (page: Element): FieldState[] =>
  fieldsIn(page).map((field) => ({
    name: field.name,
    value: field.value,
    isTouched: isTouched(field),
    isChecked: 'checked' in field && field.checked,
    isFocused: field === document.activeElement,
    selection: readSelection(field),
  }));

/** Sets a controlled field through its native setter, so that React sees a change by the visitor. */
const setField = (field: Field, { value, isChecked }: FieldState): void => {
  if ('checked' in field && field.checked !== isChecked) field.click();
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(
    new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
  );
};

const restoreFields = (page: Element, states: FieldState[]): void => {
  for (const [index, field] of fieldsIn(page).entries()) {
    const state = states[index];
    if (!state || state.name !== field.name) continue;
    if (state.isTouched) setField(field, state);
    if (!state.isFocused) continue;
    field.focus({ preventScroll: true });
    const [start, end] = state.selection ?? [null, null];
    if (start !== null && 'setSelectionRange' in field) field.setSelectionRange(start, end);
  }
};

const replayEarlyInput = (page: Element): void => {
  globalThis.stopCapture?.();
  for (const { type, index } of globalThis.earlyInput ?? []) {
    if (type === 'submit') page.querySelector('form')?.requestSubmit();
    else page.querySelectorAll<HTMLElement>(CAPTURED_BUTTONS)[index]?.click();
  }
  globalThis.earlyInput = undefined;
};

/**
 * Mounts the app. A prerendered page without fields is hydrated. One with fields is replaced in one
 * synchronous step, which restores them. Early input is then replayed.
 * @param app receives the callback to call once, after its first effects, and the prerendered path
 */
export const mountApp = (
  root: Element,
  app: (onMounted: () => void, ssrPath: string) => ReactNode,
): void => {
  const { dataset } = document.documentElement;
  const path = currentPath();
  const prerendered = document.getElementById(PRERENDERED_ID);
  const hydrate = (page: Element): void => {
    // A transition hydrates in slices, so that input isn't blocked.
    startTransition(() => {
      hydrateRoot(
        page,
        app(() => replayEarlyInput(page), path),
      );
    });
  };
  const isHome = root.hasChildNodes() && dataset[OTHER_ROUTE_KEY] === undefined && path === '/';
  if (isHome) {
    hydrate(root);
    return;
  }
  const fields = prerendered ? readFields(prerendered) : [];
  delete dataset[OTHER_ROUTE_KEY];
  // The state of a history entry, which a reload keeps, may change the page.
  const isFresh = prerendered?.dataset[PATH_KEY] === path && isCurrentState(null);
  if (prerendered && isFresh && fields.length === 0) {
    root.remove();
    prerendered.id = ROOT_ID;
    hydrate(prerendered);
    return;
  }
  prerendered?.remove();
  root.replaceChildren();
  flushSync(() => createRoot(root).render(app(() => {}, path)));
  restoreFields(root, fields);
  replayEarlyInput(root);
};
