import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type ReactNode,
  useId,
  useState,
} from 'react';
import styles from './panel.module.css';

/** A handler of keys without modifiers. A key whose function is undefined does what it always does. */
export const onShortcut =
  (shortcuts: Record<string, (() => void) | undefined>) =>
  (event: KeyboardEvent): void => {
    const shortcut = shortcuts[event.key];
    if (!shortcut || event.ctrlKey || event.metaKey || event.altKey) return;
    shortcut();
    event.preventDefault();
  };

interface PanelProps {
  title: string;
  /** Controls in the header. */
  tools?: ReactNode;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
}

/** A section of the sidebar with a title; scrolls on its own. */
export const Panel = ({ title, tools, onKeyDown, children }: PanelProps) => {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus a scrollable area.
    <section className={styles['panel']} aria-labelledby={id} tabIndex={0} onKeyDown={onKeyDown}>
      <div className={`row ${styles['header']}`}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {tools}
      </div>
      <div className={styles['body']}>{children}</div>
    </section>
  );
};

interface FoldedPanelProps {
  summary: ReactNode;
  /** Name of the content. */
  label: string;
  children: ReactNode;
}

/** A disclosure below the diagram; its content is rendered while it is open, and scrolls on its own. */
export const FoldedPanel = ({ summary, label, children }: FoldedPanelProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles['folded']}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{summary}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need to focus a scrollable area.
        <section className={styles['list']} aria-label={label} tabIndex={0}>
          {children}
        </section>
      )}
    </details>
  );
};
