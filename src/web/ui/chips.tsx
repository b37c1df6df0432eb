import { type RefObject, useRef } from 'react';
import styles from './chips.module.css';
import { Icon } from './icon.tsx';

interface ChipsProps {
  /** Name of the list for assistive technology. */
  label: string;
  items: readonly string[];
  onRemove: (item: string) => void;
  /** Takes focus when the last chip is gone. */
  fallback: RefObject<HTMLElement | null>;
}

/** Chosen items as buttons that take them away again; focus stays among the chips. */
export const Chips = ({ label, items, onRemove, fallback }: ChipsProps) => {
  const list = useRef<HTMLUListElement>(null);

  const remove = (item: string, place: number) => {
    const buttons = list.current?.querySelectorAll('button');
    const neighbour = buttons?.[place + 1] ?? buttons?.[place - 1] ?? fallback.current;
    neighbour?.focus();
    onRemove(item);
  };

  if (items.length === 0) return null;
  return (
    <ul ref={list} className={styles['chips']} aria-label={label}>
      {items.map((item, place) => (
        <li key={item}>
          <button
            type="button"
            className={styles['chip']}
            aria-label={`Remove ${item}`}
            onClick={() => remove(item, place)}
          >
            <span className={styles['pill']}>
              {item}
              <Icon name="cross" size="small" />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
