import { useEffect, useId, useState } from 'react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { Notifier } from '#machines/rules/notice.ts';
import type { Notice } from '#web/content/notices.ts';
import { useReturn } from '#web/platform/browser-issues.ts';
import styles from '../ui/alert-dialog.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, warning } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.ts';
import { Toaster } from '../ui/toaster.tsx';
import { registerToaster } from '../ui/toaster-outlet.tsx';

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
          <Icon path={warning} />
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

// Screen readers announce a toast only if its live region exists before.
registerToaster(Toaster);

interface NoticeBoardProps {
  /** The flow's root actor, which starts the notifier. */
  actor: AnyActorRef;
  /** The flow's texts by notice key. */
  notices: Record<string, Notice>;
  /** Returns the text for `{email}`, if a notice has it. Must be a stable reference. */
  emailOf?: () => string;
}

const noEmail = () => '';

/** Shows the notices of a flow's charts as toasts or in an alert dialog. */
export const NoticeBoard = ({ actor, notices, emailOf = noEmail }: NoticeBoardProps) => {
  const [alert, setAlert] = useState<Pick<Notice, 'text' | 'detail'>>();
  // The form is submitted again: the alert of its failure would lie over what follows.
  useReturn(() => setAlert(undefined));

  useEffect(() => {
    // Not by its system id: in development, StrictMode stops new actors, which unregisters the ids
    // until the actors start again.
    const notifier: ActorRefFrom<Notifier> = actor.getSnapshot().children.notifier;
    const { unsubscribe } = notifier.on('notice', ({ notice }) => {
      const { shownAs, text, detail }: Notice = notices[notice] ?? {
        shownAs: 'field',
        text: notice,
      };
      const message = text.replace('{email}', () => emailOf());
      if (shownAs === 'dialog') setAlert({ text: message, detail: emailOf() && detail });
      else if (shownAs !== 'field') showToast(shownAs, message);
    });
    return unsubscribe;
  }, [actor, notices, emailOf]);

  return <AlertDialog {...alert} onClose={() => setAlert(undefined)} />;
};
