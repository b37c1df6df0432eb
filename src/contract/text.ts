const CONTROLS = /[\p{Cc}\u2028\u2029]/u;
const CONTROLS_BUT_LINES = /[^\P{Cc}\t\n\r]/u;

/** Whether a text holds something besides white space. */
export const isFilled = (text: string): boolean => text.trim() !== '';

/** Whether a text fits on one line: no line ends and no other control characters, so that it can stand in a mail header. */
export const isSingleLine = (text: string): boolean => !CONTROLS.test(text) && text.isWellFormed();

/** Whether a text of many lines holds no control characters besides tab and line ends. */
export const isPlainText = (text: string): boolean =>
  !CONTROLS_BUT_LINES.test(text) && text.isWellFormed();
