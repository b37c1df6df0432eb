const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

/**
 * Characters that are invisible or reorder the text around them, inside of a character class: two texts
 * with them may look the same. Joiners and variation selectors, which Indic scripts and emoji need, are
 * not among them; neither are the tags of flags, which a pattern without flags cannot name.
 */
export const DECEPTIVE_CHARACTERS =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff0-\\uffff';

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
