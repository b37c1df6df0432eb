import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { currentPath } from './location.ts';

declare global {
  /** What a visitor did before the script was there; `boot/begin.ts` keeps it. */
  var earlyEvents: { type: 'click' | 'submit'; index: number }[] | undefined;
  var stopKeeping: (() => void) | undefined;
}

const FIELDS = 'input:not([type="file"]), textarea, select';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Typed {
  name: string;
  value: string;
  /** Whether it isn't as the document had it: what a draft fills in stays otherwise. */
  isTouched: boolean;
  isChecked: boolean;
  isFocused: boolean;
  selection: [start: number | null, end: number | null] | undefined;
}

const fieldsOf = (view: Element): Field[] => [...view.querySelectorAll<Field>(FIELDS)];

const selectionOf = (field: Field): Typed['selection'] =>
  'selectionStart' in field ? [field.selectionStart, field.selectionEnd] : undefined;

const isTouched = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true;
  return field.value !== field.defaultValue;
};

const readTyped = (view: Element): Typed[] =>
  fieldsOf(view).map((field) => ({
    name: field.name,
    value: field.value,
    isTouched: isTouched(field),
    isChecked: 'checked' in field && field.checked,
    isFocused: field === document.activeElement,
    selection: selectionOf(field),
  }));

/** Types into a field of React's as a person would: past the value that React believes in. */
const type = (field: Field, { value, isChecked }: Typed): void => {
  if ('checked' in field && field.checked !== isChecked) field.click();
  if (field.value === value) return;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(
    new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
  );
};

const typeAgain = (view: Element, typed: Typed[]): void => {
  for (const [index, field] of fieldsOf(view).entries()) {
    const before = typed[index];
    if (!before || before.name !== field.name) continue;
    if (before.isTouched) type(field, before);
    if (!before.isFocused) continue;
    field.focus({ preventScroll: true });
    const [start, end] = before.selection ?? [null, null];
    if (start !== null && 'setSelectionRange' in field) field.setSelectionRange(start, end);
  }
};

const doAgain = (view: Element): void => {
  globalThis.stopKeeping?.();
  for (const { type: kind, index } of globalThis.earlyEvents ?? []) {
    if (kind === 'submit') view.querySelector('form')?.requestSubmit();
    else view.querySelectorAll<HTMLElement>('button[type="button"]')[index]?.click();
  }
  globalThis.earlyEvents = undefined;
};

/**
 * Puts the site in the place of the document's first view: the home page is hydrated as it is, a
 * door's view is replaced in one step, with what was typed, chosen and pressed in it.
 * @param app the site, which tells when its first effects have run
 */
export const takeOver = (root: Element, app: (onShown: () => void) => ReactNode): void => {
  const { dataset } = document.documentElement;
  const door = document.querySelector('#door');
  if (root.hasChildNodes() && dataset['route'] === undefined && currentPath() === '/') {
    // In slices, so that nobody waits for it.
    startTransition(() => {
      hydrateRoot(
        root,
        app(() => doAgain(root)),
      );
    });
    return;
  }
  const typed = door ? readTyped(door) : [];
  door?.remove();
  delete dataset['route'];
  root.replaceChildren();
  flushSync(() => createRoot(root).render(app(() => {})));
  typeAgain(root, typed);
  doAgain(root);
};
