import { digitsOf } from '#contract/code.ts';
import { CODE_LENGTH } from '#contract/limits.ts';

/** What stands in each of the six boxes: a digit or nothing. */
export type CodeSlots = readonly string[];

/** A code's digits in the first boxes, nothing in the rest. */
export const slotsOf = (code: string): CodeSlots =>
  Array.from({ length: CODE_LENGTH }, (_, index) => code[index] ?? '');

/** The digits so far, in order; gaps are left out. */
export const codeOf = (slots: CodeSlots): string => slots.join('');

/** One box set to a digit, or emptied. */
export const withDigit = (slots: CodeSlots, index: number, digit: string): CodeSlots =>
  slots.map((slot, at) => (at === index ? digit : slot));

/**
 * Digits that arrived at once, by paste or autofill. A whole code fills all boxes, wherever it
 * arrived; fewer digits fill from that box on.
 */
export const withDigits = (slots: CodeSlots, index: number, digits: string): CodeSlots => {
  const start = digits.length === CODE_LENGTH ? 0 : index;
  return slots.map((slot, at) => digits[at - start] ?? slot);
};

/**
 * The one digit that a key added to a box that held `slot`, whichever side of it the caret was on;
 * `undefined` when it added none.
 */
export const typedDigit = (slot: string, text: string): string | undefined => {
  const digits = digitsOf(text);
  const added = slot !== '' && text.length > 1 ? digits.replace(slot, '') : digits;
  return added.length === 1 ? added : undefined;
};
