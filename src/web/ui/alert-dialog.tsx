import { useId } from 'react';
import styles from './alert-dialog.module.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';

interface AlertDialogProps {
  /** What must be read; without it nothing is shown. */
  text: string | undefined;
  /** OK or Escape was pressed. */
  onClose: () => void;
}

/** An alert in a modal dialog with one button, which has focus. */
export const AlertDialog = ({ text, onClose }: AlertDialogProps) => {
  const textId = useId();
  return (
    <Dialog isAlert open={text !== undefined} onClose={onClose} labelledBy={textId}>
      <div className={styles['alert']}>
        <span className={styles['icon']}>
          <Icon name="warning" />
        </span>
        <p id={textId} className={styles['text']}>
          {text}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button onClick={onClose}>OK</Button>
      </div>
    </Dialog>
  );
};
