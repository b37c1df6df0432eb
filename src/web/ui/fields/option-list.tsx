import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import * as icons from '../icon.tsx';
import { Icon } from '../icon.tsx';
import { Checkbox } from './checkbox.tsx';
import styles from './option-list.module.css';

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
export const UNSEARCHED_MAX = 12;

/**
 * A native checkbox for each option. In a short list it is a chip. A long list has a search field, and a skip button that appears on
 * focus. Arrow keys move between options. In the search field, Enter selects the only match, and
 * Escape clears the query.
 */
export const OptionList = ({
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
            <Icon path={icons.search} />
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
