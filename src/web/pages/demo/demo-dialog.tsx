import { useActorRef } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { demoRequest, startDemoRequest } from '#web/actors/demo-request.ts';
import { captureCampaign } from '#web/campaign-parameters.ts';
import { demoContent } from '#web/content/demo.ts';
import { demoNotices } from '#web/content/notices.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { NoticeBoard } from '#web/ui/notice-board.tsx';
import styles from './demo-dialog.module.css';
import { DemoForm } from './demo-form.tsx';

interface DemoDialogProps {
  open: boolean;
  /** Close or Escape was pressed. */
  onClose: () => void;
}

const noEmail = () => '';

/**
 * The campaign's demo form in a dialog. It stands on the page also while it is closed: what was
 * typed is there when it opens again, and what the campaign's link carried is kept from the start.
 */
export const DemoDialog = ({ open, onClose }: DemoDialogProps) => {
  const [options] = useState(() => startDemoRequest('campaign', null));
  const actor = useActorRef(demoRequest, options);
  const headingId = useId();

  useEffect(captureCampaign, []);

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
            <Icon name="cross" />
          </button>
        </div>
        <p className={styles['lead']}>{demoContent.formLead}</p>
        <DemoForm actor={actor} />
      </Dialog>
      <NoticeBoard actor={actor} notices={demoNotices} emailOf={noEmail} />
    </>
  );
};
