import { useActorRef } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { demoContent, demoNotices } from '#web/content/demo.ts';
import { demoRequest, demoRequestOptions } from '#web/flows/demo-request.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';
import { captureCampaign } from '#web/routing/campaign-parameters.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import * as icons from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './demo-dialog.module.css';
import { DemoForm } from './demo-form.tsx';

interface DemoDialogProps {
  open: boolean;
  /** Called when the visitor presses Close or Escape. */
  onClose: () => void;
}

const noEmail = () => '';

/**
 * The campaign's demo form in a dialog. The closed dialog stays mounted: it keeps the typed fields,
 * and it captures the campaign parameters when the page loads.
 */
export const DemoDialog = ({ open, onClose }: DemoDialogProps) => {
  const [options] = useState(() => demoRequestOptions('campaign', null));
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
            <Icon path={icons.cross} />
          </button>
        </div>
        <p className={styles['lead']}>{demoContent.formLead}</p>
        <DemoForm actor={actor} />
      </Dialog>
      <NoticeBoard actor={actor} notices={demoNotices} emailOf={noEmail} />
    </>
  );
};
