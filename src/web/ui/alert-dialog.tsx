import { useId } from 'react';
import styles from './alert-dialog.module.css';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import * as icons from './icon.tsx';
import { Icon } from './icon.tsx';

interface AlertDialogProps {
  /** The message; the dialog is closed while it is `undefined`. */
  text?: string | undefined;
  /** A second, quieter line. */
  detail?: string | undefined;
  /** The visitor pressed OK or Escape. */
  onClose: () => void;
}

/** An alert in a modal dialog with a single, focused button. */
export const AlertDialog = ({ text, detail, onClose }: AlertDialogProps) => {
  const textId = useId();
  const detailId = useId();
  return (
    <Dialog
      isAlert
      open={text !== undefined}
      onClose={onClose}
      labelledBy={textId}
      describedBy={detailId}
    >
      <div className={styles['alert']}>
        <span className={styles['icon']}>
          <Icon path={icons.warning} />
        </span>
        <div>
          <p id={textId} className={styles['text']}>
            {text}
          </p>
          <span id={detailId} className={styles['detail']}>
            {detail}
          </span>
        </div>
      </div>
      <div className={styles['actions']}>
        <Button onClick={onClose}>OK</Button>
      </div>
    </Dialog>
  );
};
