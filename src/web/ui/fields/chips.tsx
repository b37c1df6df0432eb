import { type RefObject, useRef } from 'react';
import * as icons from '../icon.tsx';
import { Icon } from '../icon.tsx';
import styles from './chips.module.css';

interface ChipsProps {
  /** Accessible name of the list. */
  label: string;
  items: readonly string[];
  onRemove: (item: string) => void;
  /** Receives focus after the last chip is removed. */
  fallback: RefObject<HTMLElement | null>;
}

/** Selected items as buttons that remove them. Focus then moves to the next chip. */
export const Chips = ({ label, items, onRemove, fallback }: ChipsProps) => {
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
              <Icon path={icons.cross} size="small" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
