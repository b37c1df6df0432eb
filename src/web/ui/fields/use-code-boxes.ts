import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { CODE_LENGTH, digitsOf } from '#contract/code.ts';
import {
  type CodeSlots,
  codeOf,
  slotsOf,
  typedDigit,
  withDigit,
  withDigits,
} from './code-slots.ts';

interface CodeBoxesInput {
  /** The entered digits, at most six. */
  value: string;
  onChange?: ((code: string) => void) | undefined;
  onSubmit: (() => void) | undefined;
  isLocked: boolean;
  isRejected: boolean;
}

const LAST = CODE_LENGTH - 1;
/** Longer input is an autofill: a key adds one digit to a box with at most one. */
const TYPED_LENGTH_MAX = 2;

/**
 * Makes six boxes behave as one field. A typed digit replaces the content and moves focus on; paste and
 * autofill fill several boxes; Backspace, Delete, arrow keys, Home and End work across boxes. Returns
 * the content of the boxes, and the handlers of a box by its index, 0 to 5.
 */
export const useCodeBoxes = ({
  value,
  onChange,
  onSubmit,
  isLocked,
  isRejected,
}: CodeBoxesInput) => {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const [localSlots, setLocalSlots] = useState(() => slotsOf(value));
  // `value` has no gaps: the local slots keep them while both contain the same digits.
  const slots = codeOf(localSlots) === value ? localSlots : slotsOf(value);
  const lastValue = useRef(value);

  useEffect(() => {
    if (isRejected && value === '' && lastValue.current !== '') boxes.current[0]?.focus();
    lastValue.current = value;
  }, [isRejected, value]);

  const focusBox = (index: number) => {
    const box = boxes.current[Math.min(Math.max(index, 0), LAST)];
    box?.focus();
    box?.select();
  };

  const update = (next: CodeSlots, focusAt: number) => {
    if (isLocked) return;
    const code = codeOf(next);
    setLocalSlots(next);
    // The visitor cleared the code, so the effect above must not move focus.
    if (code === '') lastValue.current = '';
    if (code !== value) onChange?.(code);
    focusBox(focusAt);
  };

  const fill = (index: number, digits: string) =>
    update(
      withDigits(slots, index, digits),
      digits.length === CODE_LENGTH ? LAST : index + digits.length,
    );

  const handlersOf = (index: number) => ({
    ref: (box: HTMLInputElement | null) => {
      boxes.current[index] = box;
    },
    onChange: ({ target: { value: text } }: ChangeEvent<HTMLInputElement>) => {
      const isTyped = text.length <= TYPED_LENGTH_MAX;
      const typed = isTyped ? typedDigit(slots[index] ?? '', text) : undefined;
      if (text === '') update(withDigit(slots, index, ''), index);
      else if (typed) update(withDigit(slots, index, typed), index + 1);
      else if (digitsOf(text).length > 1) fill(index, digitsOf(text));
    },
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      const digits = digitsOf(event.clipboardData.getData('text'));
      if (digits !== '') fill(index, digits);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // Backspace in an empty box deletes the previous digit.
      const erased = slots[index] === '' ? Math.max(index - 1, 0) : index;
      const keys: Record<string, (() => void) | undefined> = {
        ArrowLeft: () => focusBox(index - 1),
        ArrowRight: () => focusBox(index + 1),
        Home: () => focusBox(0),
        End: () => focusBox(LAST),
        Delete: () => update(withDigit(slots, index, ''), index),
        Backspace: () => update(withDigit(slots, erased, ''), erased),
        Enter: onSubmit,
      };
      // Typing the same digit again fires no change event, but has to move focus.
      const act = /^[0-9]$/.test(event.key)
        ? () => update(withDigit(slots, index, event.key), index + 1)
        : keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
  });

  return { slots, handlersOf };
};
