import { type KeyboardEvent, useRef, useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import { Icon } from './icon.tsx';
import styles from './option-list.module.css';

interface OptionListProps {
  /** What the options are, in lower case: `location`. */
  subject: string;
  options: readonly string[];
  selected: readonly string[];
  onToggle: (option: string) => void;
  /** Moves focus past the list. */
  onSkip: () => void;
}

/** Up to here a list is taken in at a glance: no search, no scrolling. */
const GLANCE_MAX = 12;

/**
 * Native checkboxes, one an option. More than twelve scroll and can be searched, and a button that
 * shows on focus leads past them. Arrow keys move among them; Enter in the search takes the one
 * option that is left, Escape empties the search.
 */
export const OptionList = ({ subject, options, selected, onToggle, onSkip }: OptionListProps) => {
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const isLong = options.length > GLANCE_MAX;
  const wanted = query.trim().toLowerCase();
  const matches = options.filter((option) => option.toLowerCase().includes(wanted));

  const search = (event: KeyboardEvent) => {
    const [first, second] = matches;
    const keys: Record<string, () => void> = {
      Enter: () => first && !second && onToggle(first),
      Escape: () => setQuery(''),
      ArrowDown: () => list.current?.querySelector('input')?.focus(),
    };
    const act = keys[event.key];
    if (!act) return;
    // Not the form's Enter.
    event.preventDefault();
    act();
  };

  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
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
            <Icon name="search" />
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
        </>
      )}
      <ul ref={list} className={isLong ? styles['long'] : styles['short']} onKeyDown={walk}>
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
