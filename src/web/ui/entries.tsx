import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './entries.module.css';

/** A list of things with a name and details each. */
export const Entries = ({ children }: { children: ReactNode }) => (
  <ul className={styles['entries']}>{children}</ul>
);

interface EntryProps {
  name: string;
  /** A short text beside the name that tells this entry from the others. */
  mark?: string | undefined;
  details: string;
  /** What will happen to it. */
  remark?: string | undefined;
  /** The buttons. */
  actions?: ReactNode;
  /** What an action has opened. */
  children?: ReactNode;
}

/** One thing in a list. */
export const Entry = ({ name, mark, details, remark, actions, children }: EntryProps) => (
  <li className={styles['entry']}>
    <div className={styles['line']}>
      <div className={styles['texts']}>
        <p className={styles['name']}>
          <strong>{name}</strong>
          {mark && <span className={styles['mark']}>{mark}</span>}
        </p>
        <p className={styles['details']}>{details}</p>
        {remark && <p className={styles['remark']}>{remark}</p>}
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
    {children}
  </li>
);

/** Buttons side by side, where there is room. */
export const Actions = ({ children }: { children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
);

interface ConfirmationProps {
  /** What is asked about, for assistive technology. */
  label: string;
  question: string;
  confirm: string;
  keep: string;
  isBusy: boolean;
  busyLabel: string;
  canCancel: boolean;
  onConfirm(): void;
  onCancel(): void;
}

/** The question before something ends. */
export const Confirmation = ({
  label,
  question,
  confirm,
  keep,
  isBusy,
  busyLabel,
  canCancel,
  onConfirm,
  onCancel,
}: ConfirmationProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the controls of a form
  <div role="group" aria-label={label}>
    <p>{question}</p>
    <Actions>
      <Button variant="quiet" isBusy={isBusy} busyLabel={busyLabel} onClick={onConfirm}>
        {confirm}
      </Button>
      {/* The safe choice replaces the button that was pressed. */}
      <Button variant="quiet" autoFocus disabled={!canCancel} onClick={onCancel}>
        {keep}
      </Button>
    </Actions>
  </div>
);
