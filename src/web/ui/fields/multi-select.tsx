import { clsx } from 'clsx/lite';
import { useId, useRef } from 'react';
import { NoticeLine } from '../notice-line.tsx';
import { Chips } from './chips.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './multi-select.module.css';
import { OptionList, UNSEARCHED_MAX } from './option-list.tsx';

interface MultiSelectProps extends FieldTexts {
  options: readonly string[];
  /** The selected options, in the order of selection. */
  selected: readonly string[];
  onChange: (selected: string[]) => void;
}

/** Selection of several options: checkboxes, a count, and, above a long list, a chip for each selected option. */
export const MultiSelect = ({
  label,
  hint,
  error,
  options,
  selected,
  onChange,
}: MultiSelectProps) => {
  const id = useId();
  const ids = { hint: `${id}-hint`, error: `${id}-error` };
  const end = useRef<HTMLDivElement>(null);
  const subject = label.toLowerCase();
  const isLong = options.length > UNSEARCHED_MAX;

  const toggle = (option: string) =>
    onChange(
      selected.includes(option)
        ? selected.filter((chosen) => chosen !== option)
        : [...selected, option],
    );

  return (
    <fieldset
      className={styles['group']}
      aria-describedby={`${hint ? `${ids.hint} ` : ''}${ids.error}`}
    >
      <legend className={styles['legend']}>{label}</legend>
      <p className={styles['count']} aria-live="polite">
        {selected.length > 0 && `${selected.length} selected`}
      </p>
      {hint && (
        <p className={styles['hint']} id={ids.hint}>
          {hint}
        </p>
      )}
      <div className={clsx(isLong ? styles['frame'] : styles['bare'], error && styles['invalid'])}>
        <OptionList
          subject={subject}
          options={options}
          selected={selected}
          onToggle={toggle}
          onSkip={() => end.current?.focus()}
        >
          <Chips label={`Chosen: ${subject}`} items={selected} onRemove={toggle} fallback={end} />
        </OptionList>
      </div>
      <div ref={end} tabIndex={-1} className={styles['end']}>
        <NoticeLine id={ids.error} tone="bad">
          {error}
        </NoticeLine>
      </div>
    </fieldset>
  );
};
