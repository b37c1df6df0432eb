import { clsx } from 'clsx/lite';
import { type ReactNode, useCallback } from 'react';
import styles from './dialog.module.css';
import { hostToasts } from './toaster-outlet.tsx';

interface DialogProps {
  open: boolean;
  /** The dialog was closed by Escape or by the browser, not through `open`. */
  onClose: () => void;
  /** Id of the element with the dialog's name. */
  labelledBy: string;
  describedBy?: string;
  /** Gives the dialog the role `alertdialog`. */
  isAlert?: boolean;
  /** Takes the width of the window, for embedded content. */
  isWide?: boolean;
  children: ReactNode;
}

/**
 * A native modal dialog. The browser keeps focus inside and restores it on close. Toasts appear
 * inside the dialog while it is open.
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
  const openModal = useCallback((dialog: HTMLDialogElement) => {
    dialog.showModal();
    // The browser would focus the close button, which precedes the form's fields.
    dialog.querySelector<HTMLElement>('form :is(input, select, textarea)')?.focus();
    const release = hostToasts(dialog);
    return () => {
      release();
      // Before React removes the element: only `close` restores focus.
      dialog.close();
    };
  }, []);

  if (!open) return null;
  return (
    <dialog
      ref={openModal}
      className={clsx(styles['dialog'], isWide && styles['wide'])}
      role={isAlert ? 'alertdialog' : undefined}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onClose={({ currentTarget }) => {
        // The event is asynchronous: in strict mode, React has opened the dialog again by then.
        if (!currentTarget.open) onClose();
      }}
    >
      <div className={styles['sheet']}>{children}</div>
    </dialog>
  );
};
