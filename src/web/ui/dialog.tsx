import { type ReactNode, useCallback } from 'react';
import styles from './dialog.module.css';
import { hostToasts } from './toast-host.ts';

interface DialogProps {
  open: boolean;
  /** Escape was pressed, or the dialog closed in another way than by `open`. */
  onClose: () => void;
  /** Id of the element that names it. */
  labelledBy: string;
  describedBy?: string;
  /** An alert that must be answered before anything else. */
  isAlert?: boolean;
  /** As wide as the window allows, for what is embedded. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog. The browser keeps focus inside, and gives it back to where it was.
 * Toasts that come while it is open appear inside it.
 */
export const Dialog = ({
  open,
  onClose,
  labelledBy,
  describedBy,
  isAlert = false,
  isWide = false,
  children,
}: DialogProps) => {
  const show = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    // A form's first field, not the button in front of it that closes everything.
    dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    const release = hostToasts(dialog);
    return () => {
      release();
      // Before it leaves the page: only an open dialog gives focus back.
      dialog.close();
    };
  }, []);

  if (!open) return null;
  return (
    <dialog
      ref={show}
      className={`${styles['dialog']} ${isWide ? styles['wide'] : ''}`}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={({ currentTarget }) => {
        // The event comes late: React's strict mode has opened the dialog again by then.
        if (!currentTarget.open) onClose();
      }}
    >
      <div className={styles['sheet']}>{children}</div>
    </dialog>
  );
};
