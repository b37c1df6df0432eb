import { CODE_LENGTH } from '#contract/limits.ts';
import styles from './code-boxes.module.css';
import { useCodeBoxes } from './use-code-boxes.ts';

interface CodeBoxesProps {
  /** What the six boxes are: the group's visible name. */
  legend: string;
  /** The digits so far, at most six. */
  value: string;
  onChange?: ((code: string) => void) | undefined;
  /** Enter was pressed in a box; without it, Enter submits the form around. */
  onSubmit?: (() => void) | undefined;
  /** `busy` and `verified` boxes can't be changed; `rejected` ones are marked invalid. */
  state?: 'neutral' | 'busy' | 'verified' | 'rejected' | undefined;
  /** Id of the line that says the state in words. */
  describedBy?: string | undefined;
}

const PLACES = Array.from({ length: CODE_LENGTH }, (_, place) => place);

/**
 * Six boxes for a one-time code. The first one takes a whole pasted or
 * auto-filled code. When the owner empties a rejected code, focus returns to the first box.
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
        {PLACES.map((place) => (
          <input
            {...handlersOf(place)}
            key={place}
            className={styles['box']}
            type="text"
            inputMode="numeric"
            // iOS cuts an autofill to the box's maxlength (WCAG F109 asks for one whole-code box).
            maxLength={CODE_LENGTH}
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${place + 1} of ${CODE_LENGTH}`}
            aria-invalid={isRejected || undefined}
            readOnly={isLocked}
            value={slots[place]}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
    </fieldset>
  );
};
