// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of them but tab and line ends
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** Whether a text holds something besides white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/** Whether a text fits on one line: no line ends and no other control characters, so that it can stand in a mail header. */
export const isSingleLine = (text: string): boolean => !CONTROLS.test(text) && text.isWellFormed();

/** Whether a text of many lines holds no control characters besides tab and line ends. */
export const isPlainText = (text: string): boolean =>
  !CONTROLS_BUT_LINES.test(text) && text.isWellFormed();
