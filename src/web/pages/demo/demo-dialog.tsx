import { useActorRef } from '@xstate/react';
import { useId, useState } from 'react';
import { demoContent, demoNotices } from '#web/content/demo.ts';
import { demoRequest, demoRequestOptions } from '#web/flows/demo-request.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { cross, Icon } from '#web/ui/icon.tsx';
import styles from './demo-dialog.module.css';
import { DemoForm } from './demo-form.tsx';

interface DemoDialogProps {
  open: boolean;
  /** Called when the visitor presses Close or Escape. */
  onClose: () => void;
}

/** The campaign's demo form in a dialog. The closed dialog stays mounted: it keeps the typed fields. */
export const DemoDialog = ({ open, onClose }: DemoDialogProps) => {
  const [options] = useState(() => demoRequestOptions('campaign', null));
  const actor = useActorRef(demoRequest, options);
  const headingId = useId();

  return (
    <>
      <Dialog open={open} onClose={onClose} labelledBy={headingId}>
        <div className={styles['head']}>
          <h2 id={headingId}>{demoContent.dialogHeading}</h2>
          <button
            type="button"
            className={styles['close']}
            aria-label={demoContent.close}
            onClick={onClose}
          >
            <Icon path={cross} />
          </button>
        </div>
        <p className={styles['lead']}>{demoContent.formLead}</p>
        <DemoForm actor={actor} />
      </Dialog>
      <NoticeBoard actor={actor} notices={demoNotices} />
    </>
  );
};
