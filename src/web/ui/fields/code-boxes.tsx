import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { CODE_LENGTH } from '#contract/code.ts';
import styles from './code-boxes.module.css';

const WHOLE_CODE = new RegExp(`(?:^|[^0-9])([0-9]{${CODE_LENGTH}})(?![0-9])`);

/**
 * The digits of a typed or pasted text (`123 456`, `123-456`), at most `CODE_LENGTH` of them; a number of as many
 * is the code. NFKC makes the full-width digits of East Asian input methods ASCII.
 */
export const digitsOf = (text: string): string => {
  const plain = text.normalize('NFKC');
  return WHOLE_CODE.exec(plain)?.[1] ?? plain.replace(/[^0-9]/g, '').slice(0, CODE_LENGTH);
};

/** The content of the six boxes: a digit or `''` each. */
type CodeSlots = readonly string[];

/** Puts the digits of a code into the first boxes. */
const slotsOf = (code: string): CodeSlots =>
  Array.from({ length: CODE_LENGTH }, (_, index) => code[index] ?? '');

/** The entered digits in order, without gaps. */
const codeOf = (slots: CodeSlots): string => slots.join('');

/** Sets one box to a digit, or clears it with `''`. */
const withDigit = (slots: CodeSlots, index: number, digit: string): CodeSlots =>
  slots.map((slot, at) => (at === index ? digit : slot));

/**
 * Inserts digits that were pasted or autofilled into a box. A whole code fills all boxes; fewer digits
 * fill the boxes from `index` on.
 */
const withDigits = (slots: CodeSlots, index: number, digits: string): CodeSlots => {
  const start = digits.length === CODE_LENGTH ? 0 : index;
  return slots.map((slot, at) => digits[at - start] ?? slot);
};

/**
 * The digit that a key added to a box, before or after its previous content `slot`; `undefined` when
 * it added none or several.
 */
const typedDigit = (slot: string, text: string): string | undefined => {
  const digits = digitsOf(text);
  const added = slot !== '' && text.length > 1 ? digits.replace(slot, '') : digits;
  return added.length === 1 ? added : undefined;
};

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
const useCodeBoxes = ({ value, onChange, onSubmit, isLocked, isRejected }: CodeBoxesInput) => {
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
    // The same code once more, to its end.
    else if (code.length === CODE_LENGTH && focusAt > LAST) onSubmit?.();
    focusBox(focusAt);
  };

  const fill = (index: number, digits: string) =>
    update(
      withDigits(slots, index, digits),
      digits.length === CODE_LENGTH ? CODE_LENGTH : index + digits.length,
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

interface CodeBoxesProps {
  /** The visible name of the group. */
  legend: string;
  /** The entered digits, at most six. */
  value: string;
  onChange?: ((code: string) => void) | undefined;
  /** Handles Enter, and the same code entered again; without it, Enter submits the enclosing form. */
  onSubmit?: (() => void) | undefined;
  /** `busy` and `verified` boxes are read-only; `rejected` boxes are marked invalid. */
  state?: 'neutral' | 'busy' | 'verified' | 'rejected' | undefined;
  /** Id of the element that describes the state. */
  describedBy?: string | undefined;
}

const INDEXES = Array.from({ length: CODE_LENGTH }, (_, index) => index);

/**
 * Six boxes for a one-time code. Each takes a whole pasted or autofilled code. When a rejected code
 * is cleared, focus returns to the first box.
 */
export const CodeBoxes = ({
  legend,
  value,
  onChange,
  onSubmit,
  state = 'neutral',
  describedBy,
}: CodeBoxesProps) => {
  const isLocked = state === 'busy' || state === 'verified';
  const isRejected = state === 'rejected';
  const { slots, handlersOf } = useCodeBoxes({ value, onChange, onSubmit, isLocked, isRejected });

  return (
    <fieldset
      className={styles[state]}
      aria-describedby={describedBy}
      aria-busy={state === 'busy' || undefined}
    >
      <legend className={styles['legend']}>{legend}</legend>
      <div className={styles['boxes']}>
        {INDEXES.map((index) => (
          <input
            {...handlersOf(index)}
            key={index}
            className={styles['box']}
            type="text"
            inputMode="numeric"
            // iOS truncates autofill to `maxlength`; WCAG F109 asks for a box that takes the whole code.
            maxLength={CODE_LENGTH}
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${index + 1} of ${CODE_LENGTH}`}
            aria-invalid={isRejected || undefined}
            readOnly={isLocked}
            value={slots[index]}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
    </fieldset>
  );
};
