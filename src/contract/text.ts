const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

/** Whether a text contains a character other than white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/** Whether a text is one line without control characters, and so is safe in a mail header. */
export const isSingleLine = (text: string): boolean => !CONTROLS.test(text) && text.isWellFormed();

/** Whether a text has no control characters other than tabs and line breaks. */
export const isPlainText = (text: string): boolean =>
  !CONTROLS_BUT_LINES.test(text) && text.isWellFormed();

/** A UUID of any version; yup knows those up to 5. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The value, where the caller's state guarantees one. Throws a `TypeError` if it is missing. */
export const required = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new TypeError('A required value is missing.');
  return value;
};
