import { CODE_LENGTH, digitsOf } from '#contract/code.ts';

/** The content of the six boxes: a digit or `''` each. */
export type CodeSlots = readonly string[];

/** Puts the digits of a code into the first boxes. */
export const slotsOf = (code: string): CodeSlots =>
  Array.from({ length: CODE_LENGTH }, (_, index) => code[index] ?? '');

/** The entered digits in order, without gaps. */
export const codeOf = (slots: CodeSlots): string => slots.join('');

/** Sets one box to a digit, or clears it with `''`. */
export const withDigit = (slots: CodeSlots, index: number, digit: string): CodeSlots =>
  slots.map((slot, at) => (at === index ? digit : slot));

/**
 * Inserts digits that were pasted or autofilled into a box. A whole code fills all boxes; fewer digits
 * fill the boxes from `index` on.
 */
export const withDigits = (slots: CodeSlots, index: number, digits: string): CodeSlots => {
  const start = digits.length === CODE_LENGTH ? 0 : index;
  return slots.map((slot, at) => digits[at - start] ?? slot);
};

/**
 * The digit that a key added to a box, before or after its previous content `slot`; `undefined` when
 * it added none or several.
 */
export const typedDigit = (slot: string, text: string): string | undefined => {
  const digits = digitsOf(text);
  const added = slot !== '' && text.length > 1 ? digits.replace(slot, '') : digits;
  return added.length === 1 ? added : undefined;
};
