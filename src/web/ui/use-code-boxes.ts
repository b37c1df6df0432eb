import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { digitsOf } from '#contract/code.ts';
import { CODE_LENGTH } from '#contract/limits.ts';
import {
  type CodeSlots,
  codeOf,
  slotsOf,
  typedDigit,
  withDigit,
  withDigits,
} from './code-slots.ts';

interface CodeBoxesInput {
  /** The owner's digits, at most six. */
  value: string;
  onChange?: ((code: string) => void) | undefined;
  onSubmit: (() => void) | undefined;
  isLocked: boolean;
  isRejected: boolean;
}

const LAST = CODE_LENGTH - 1;
const TYPED_AT_ONCE_MAX = 2;

/**
 * How six boxes behave as one code field: typing moves on and types over, paste and autofill fill
 * several, Backspace, Delete, arrows, Home and End move as in any code field. Returns what stands
 * in each box and the handlers of one by its place, 0 to 5.
 */
export const useCodeBoxes = ({
  value,
  onChange,
  onSubmit,
  isLocked,
  isRejected,
}: CodeBoxesInput) => {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const [kept, setKept] = useState(() => slotsOf(value));
  // Gaps in the middle survive as long as the owner's digits are the ones we told it.
  const slots = codeOf(kept) === value ? kept : slotsOf(value);
  const lastValue = useRef(value);

  useEffect(() => {
    if (isRejected && value === '' && lastValue.current !== '') boxes.current[0]?.focus();
    lastValue.current = value;
  }, [isRejected, value]);

  const goTo = (place: number) => {
    const box = boxes.current[Math.min(Math.max(place, 0), LAST)];
    box?.focus();
    box?.select();
  };

  const put = (next: CodeSlots, focusAt: number) => {
    if (isLocked) return;
    const code = codeOf(next);
    setKept(next);
    // A box emptied by hand isn't a rejected code: the effect above must not move focus.
    if (code === '') lastValue.current = '';
    if (code !== value) onChange?.(code);
    goTo(focusAt);
  };

  const fill = (place: number, digits: string) =>
    put(
      withDigits(slots, place, digits),
      digits.length === CODE_LENGTH ? LAST : place + digits.length,
    );

  const handlersOf = (place: number) => ({
    ref: (box: HTMLInputElement | null) => {
      boxes.current[place] = box;
    },
    onChange: ({ target: { value: text } }: ChangeEvent<HTMLInputElement>) => {
      const isTyped = text.length <= TYPED_AT_ONCE_MAX;
      const typed = isTyped ? typedDigit(slots[place] ?? '', text) : undefined;
      if (text === '') put(withDigit(slots, place, ''), place);
      else if (typed) put(withDigit(slots, place, typed), place + 1);
      else if (digitsOf(text).length > 1) fill(place, digitsOf(text));
    },
    onPaste: (event: ClipboardEvent) => {
      event.preventDefault();
      const digits = digitsOf(event.clipboardData.getData('text'));
      if (digits !== '') fill(place, digits);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      // Backspace in an empty box takes the digit before it.
      const erased = slots[place] === '' ? Math.max(place - 1, 0) : place;
      const keys: Record<string, (() => void) | undefined> = {
        ArrowLeft: () => goTo(place - 1),
        ArrowRight: () => goTo(place + 1),
        Home: () => goTo(0),
        End: () => goTo(LAST),
        Delete: () => put(withDigit(slots, place, ''), place),
        Backspace: () => put(withDigit(slots, erased, ''), erased),
        Enter: onSubmit,
      };
      // A digit over the same digit makes no change event, and must move on all the same.
      const act = /^[0-9]$/.test(event.key)
        ? () => put(withDigit(slots, place, event.key), place + 1)
        : keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    },
  });

  return { slots, handlersOf };
};
