import { clsx } from 'clsx/lite';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { cross, Icon, search as magnifier } from '../icon.tsx';
import { NoticeLine } from '../notice-line.tsx';
import { Checkbox } from './checkbox.tsx';
import type { FieldTexts } from './field.tsx';
import styles from './multi-select.module.css';

interface ChipsProps {
  /** Accessible name of the list. */
  label: string;
  items: readonly string[];
  onRemove: (item: string) => void;
  /** Receives focus after the last chip is removed. */
  fallback: RefObject<HTMLElement | null>;
}

/** Selected items as buttons that remove them. Focus then moves to the next chip. */
const Chips = ({ label, items, onRemove, fallback }: ChipsProps) => {
  const list = useRef<HTMLUListElement>(null);

  const remove = (item: string, index: number) => {
    const buttons = list.current?.querySelectorAll('button');
    const neighbour = buttons?.[index + 1] ?? buttons?.[index - 1] ?? fallback.current;
    neighbour?.focus();
    onRemove(item);
  };

  if (items.length === 0) return null;
  return (
    <ul ref={list} className={styles['chips']} aria-label={label}>
      {items.map((item, index) => (
        <li key={item}>
          <button
            type="button"
            className={styles['chip']}
            aria-label={`Remove ${item}`}
            onClick={() => remove(item, index)}
          >
            <span className={styles['pill']}>
              {item}
              <Icon path={cross} size="small" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};

interface OptionListProps {
  /** The noun for the options, in lower case: `location`. */
  subject: string;
  options: readonly string[];
  selected: readonly string[];
  onToggle: (option: string) => void;
  /** Moves focus past the list. */
  onSkip: () => void;
  /** Shown above a long list. */
  children: ReactNode;
}

/** A longer list scrolls and can be searched. */
const UNSEARCHED_MAX = 12;

/**
 * A native checkbox for each option. In a short list it is a chip. A long list has a search field, and a skip
 * button that appears on focus. Arrow keys move between options. In the search field, Enter selects the only
 * match, and Escape clears the query.
 */
const OptionList = ({
  subject,
  options,
  selected,
  onToggle,
  onSkip,
  children,
}: OptionListProps) => {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isLong = options.length > UNSEARCHED_MAX;
  const needle = query.trim().toLowerCase();
  const matches = options.filter((option) => option.toLowerCase().includes(needle));

  // What appears above the list takes its room from it: the option that was pressed stays under the pointer.
  const top = useRef<number>(undefined);
  useLayoutEffect(() => {
    const { current } = list;
    if (!current?.parentElement) return;
    const now = current.offsetTop - current.parentElement.offsetTop;
    current.scrollTop += now - (top.current ?? now);
    top.current = now;
  });

  const search = (event: KeyboardEvent) => {
    const [first, second] = matches;
    const keys: Record<string, () => void> = {
      Enter: () => first && !second && onToggle(first),
      Escape: () => setQuery(''),
      ArrowDown: () => list.current?.querySelector('input')?.focus(),
    };
    const act = keys[event.key];
    if (!act) return;
    // Enter must not submit the form.
    event.preventDefault();
    act();
  };

  const moveFocus = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const boxes: (Element | null)[] = [...event.currentTarget.querySelectorAll('input')];
    const next = boxes[boxes.indexOf(document.activeElement) + step];
    if (next instanceof HTMLElement) next.focus();
  };

  return (
    <>
      {isLong && (
        <>
          <div className={styles['search']}>
            <Icon path={magnifier} />
            <input
              type="search"
              className={styles['query']}
              aria-label={`Search ${subject}`}
              placeholder="Search"
              autoComplete="off"
              spellCheck={false}
              value={query}
              onChange={(event) => setQuery(event.target.value)}
              onKeyDown={search}
            />
          </div>
          <button type="button" className={styles['skip']} onClick={onSkip}>
            Skip the list
          </button>
          {children}
        </>
      )}
      <ul ref={list} className={isLong ? styles['long'] : styles['short']} onKeyDown={moveFocus}>
        {matches.map((option) => (
          <li key={option}>
            <Checkbox checked={selected.includes(option)} onChange={() => onToggle(option)}>
              {option}
            </Checkbox>
          </li>
        ))}
      </ul>
      <p className={styles['none']} aria-live="polite">
        {matches.length === 0 && `No match for “${query.trim()}”`}
      </p>
    </>
  );
};

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
