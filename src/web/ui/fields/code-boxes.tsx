import { CODE_LENGTH } from '#contract/code.ts';
import styles from './code-boxes.module.css';
import { useCodeBoxes } from './use-code-boxes.ts';

interface CodeBoxesProps {
  /** The visible name of the group. */
  legend: string;
  /** The entered digits, at most six. */
  value: string;
  onChange?: ((code: string) => void) | undefined;
  /** Handles Enter; without it, Enter submits the enclosing form. */
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
