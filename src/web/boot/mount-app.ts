import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import {
  DEFERRED_KEY,
  OTHER_ROUTE_KEY,
  PATH_KEY,
  PRERENDERED_ID,
  ROOT_ID,
  SIGNED_IN,
} from '../platform/dom-contract.ts';
import { currentPath } from '../routing/hash-location.ts';

const FIELDS = 'input:not([type="file"]), textarea, select';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** What React keeps at a field that it renders. */
type TrackedField = { _valueTracker?: { setValue: (value: string) => void } };

const isCheckbox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

/** Whether the visitor changed the field. React does not know of it yet. */
const isTouched = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isCheckbox(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
};

/**
 * Ignores what is written to a field until the returned function is called: a written field loses its cursor and its
 * selection, which can't be read where an email address is typed.
 */
const holdValue = (field: Field): (() => void) => {
  const tracked = Object.getOwnPropertyDescriptor(field, 'value');
  if (!tracked) return () => {};
  Object.defineProperty(field, 'value', { ...tracked, set: () => {} });
  return () => void Object.defineProperty(field, 'value', tracked);
};

/** Enters a value so that React sees a change by the visitor. A field that has the value is not written. */
const enterValue = (field: Field & TrackedField, value: string): void => {
  if (field.value !== value)
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  // What React takes for the value before the event.
  field._valueTracker?.setValue('');
  field.dispatchEvent(
    new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
  );
};

/** Puts the cursor, or the selection, where it is in another field; one for an email address doesn't tell. */
const copySelection = (from: Field, to: Field): void => {
  if (!('selectionStart' in from && 'selectionStart' in to) || from.selectionStart === null) return;
  to.setSelectionRange(from.selectionStart, from.selectionEnd);
};

const enterChecked = (field: HTMLInputElement, checked: boolean): void => {
  field.checked = !checked;
  field.click();
};

/** Repeats a press. Focus stays where the visitor has moved it since. */
const repeatPress = (element: HTMLElement): void => {
  if (element instanceof HTMLFormElement) {
    element.requestSubmit();
    return;
  }
  const focused = document.activeElement;
  element.click();
  if (focused instanceof HTMLElement && focused !== element && focused !== document.body)
    focused.focus({ preventScroll: true });
};

/**
 * Keeps what the visitor types and ticks on a prerendered page. To be called before React hydrates the page; the
 * returned function, once the page's effects have run. It enters everything again, then repeats what the inlined
 * script has captured until then: React has not seen those presses.
 * If hydration fails, because an extension has changed the page, React renders other fields: those get
 * the values, by name, and the focus.
 */
const keepEarlyInput = (page: Element): (() => void) => {
  const fields = [...page.querySelectorAll<Field>(FIELDS)];
  const focused = document.activeElement;
  const fieldNow = (field: Field): Field | null =>
    field.isConnected ? field : page.querySelector(`[name="${CSS.escape(field.name)}"]`);
  return () => {
    // Read at once, because React resets fields when it renders again.
    const changed = fields.filter(isTouched).map((field) => ({
      field,
      value: field.value,
      isChecked: 'checked' in field && field.checked,
      release: holdValue(field),
    }));
    // React handles no events while it runs effects.
    queueMicrotask(() => {
      // What is entered again must not pass for what is typed after a press.
      globalThis.stopCapture?.();
      for (const { field, value, isChecked, release } of changed) {
        release();
        const now = fieldNow(field);
        if (!now) continue;
        if (isCheckbox(now)) enterChecked(now, isChecked);
        else enterValue(now, value);
        if (now !== field) copySelection(field, now);
      }
      const lost = fields.find((field) => field === focused && !field.isConnected);
      if (lost) fieldNow(lost)?.focus({ preventScroll: true });
      for (const element of globalThis.earlyInput ?? []) repeatPress(element);
      globalThis.earlyInput = undefined;
    });
  };
};

const { dataset } = document.documentElement;
const root = document.getElementById(ROOT_ID) as HTMLElement;
const findPrerendered = (): HTMLElement | null => document.getElementById(PRERENDERED_ID);

/** The path of the page that the document shows, which the visitor may have left; else that of the address. */
export const initialPath = (): string => {
  const path = (findPrerendered() ?? root).dataset[PATH_KEY];
  if (path !== undefined) return path;
  return root.hasChildNodes() && dataset[OTHER_ROUTE_KEY] === undefined ? '/' : currentPath();
};

/** Another tab has logged in or out since the document chose what it shows: the page shows something else now. */
const isOvertaken = (): boolean =>
  globalThis.wasSignedIn !== undefined &&
  globalThis.wasSignedIn !== SIGNED_IN.test(document.cookie);

/**
 * Mounts the app: hydrates the page that the document shows, else renders one. A transition does
 * either in slices, so that input isn't blocked. Early input is then replayed.
 * @param app receives the callback to call once, in its first effects
 * @param isLoaded whether the page can be hydrated; an error replaces it
 */
export const mountApp = (app: (onMounted: () => void) => ReactNode, isLoaded: boolean): void => {
  const prerendered = findPrerendered();
  const page = prerendered ?? root;
  // From here on, React handles links and typing; it hydrates at once what is pressed.
  globalThis.isMounting = true;
  if (prerendered) {
    root.remove();
    prerendered.id = ROOT_ID;
  }
  delete dataset[OTHER_ROUTE_KEY];
  // The app may scroll to any place.
  globalThis.renderDeferred?.();
  // In development, the document has no inlined script.
  delete dataset[DEFERRED_KEY];
  const node = app(keepEarlyInput(page));
  startTransition(() => {
    if (isLoaded && page.hasChildNodes() && !isOvertaken()) hydrateRoot(page, node);
    else createRoot(page).render(node);
  });
};
