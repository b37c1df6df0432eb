import { CODE_LENGTH } from './limits.ts';

/** Whether a text is a whole one-time code: six ASCII digits, leading zeros included. */
export const isCode = (code: string): boolean =>
  code.length === CODE_LENGTH && /^[0-9]+$/.test(code);

/** The digits of what was typed or pasted (`123 456`, `123-456`), at most six of them. */
export const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH);
