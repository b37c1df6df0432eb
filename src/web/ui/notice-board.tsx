import { useEffect, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Notice } from '#web/content/notices.ts';
import { watchNotices } from '#web/watch-notices.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { showToast } from './toast.ts';
import { Toaster } from './toaster.tsx';
import { bringToaster } from './toaster-place.tsx';

// With the page's chunk: the live regions are there before there is anything to say.
bringToaster(Toaster);

interface NoticeBoardProps {
  /** The chart of the flow; the charts that it invokes are heard too. */
  actor: AnyActorRef;
  /** The words of the flow. */
  notices: Record<string, Notice>;
  /** What `{email}` stands for at that moment; the same function at every render. */
  emailOf: () => string;
}

/** Shows what a flow's charts tell the visitor: as toasts, or as a dialog that wants an answer. */
export const NoticeBoard = ({ actor, notices, emailOf }: NoticeBoardProps) => {
  const [alert, setAlert] = useState<string>();

  useEffect(
    () =>
      watchNotices(actor, (key) => {
        const { shownAs, text } = notices[key] ?? { shownAs: 'field', text: key };
        const words = text.replace('{email}', () => emailOf());
        if (shownAs === 'dialog') setAlert(words);
        else if (shownAs !== 'field') showToast(shownAs, words);
      }),
    [actor, notices, emailOf],
  );

  return <AlertDialog text={alert} onClose={() => setAlert(undefined)} />;
};
