const FIELDS = 'input:not([type="file"]), textarea, select';
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isCheckbox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

/** Whether the visitor changed the field. React does not know of it yet. */
const isTouched = (field: Field): boolean => {
  if (field instanceof HTMLSelectElement)
    return [...field.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  return isCheckbox(field)
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
};

/** Returns a function that enters the field's value again, so that React sees a change by the visitor. */
const keepField = (field: Field): (() => void) => {
  if (isCheckbox(field)) {
    const { checked } = field;
    return () => {
      field.checked = !checked;
      field.click();
    };
  }
  const { value } = field;
  const selection = 'selectionStart' in field && [field.selectionStart, field.selectionEnd];
  return () => {
    // React compares with the last value that was set through the property of the element.
    field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(
      new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }),
    );
    if (selection && selection[0] !== null && 'setSelectionRange' in field)
      field.setSelectionRange(selection[0] ?? 0, selection[1] ?? 0);
  };
};

/**
 * Repeats what the visitor typed, ticked and pressed on a prerendered page, once its effects have run.
 * The fields are read at once, because React resets them when it renders again.
 */
export const replayEarlyInput = (page: Element): void => {
  const kept = [...page.querySelectorAll<Field>(FIELDS)].filter(isTouched).map(keepField);
  // React handles no events while it runs effects.
  queueMicrotask(() => {
    for (const enterAgain of kept) enterAgain();
    for (const element of globalThis.earlyInput ?? [])
      if (element instanceof HTMLFormElement) element.requestSubmit();
      else element.click();
    globalThis.earlyInput = undefined;
  });
};
