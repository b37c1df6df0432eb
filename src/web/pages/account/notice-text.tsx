import { useEffect, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { NoticeEvent } from '#contract/notice.ts';
import { type Notice, passkeyListNotices } from '#web/content/notices.ts';

const notices: Record<string, Notice> = passkeyListNotices;

interface NoticeTextProps {
  actor: AnyActorRef;
  /** Whether the list is idle. The notice goes when something else begins. */
  isIdle: boolean;
}

/** The last notice of the passkey list, as a line of text. Both live regions exist before it. */
export const NoticeText = ({ actor, isIdle }: NoticeTextProps) => {
  const [shown, setShown] = useState<Notice>();

  useEffect(() => {
    const notifier: AnyActorRef = actor.getSnapshot().children.notifier;
    const { unsubscribe } = notifier.on('notice', (event) =>
      setShown(notices[(event as NoticeEvent).notice]),
    );
    return unsubscribe;
  }, [actor]);

  useEffect(() => {
    if (!isIdle) return;
    return () => setShown(undefined);
  }, [isIdle]);

  const isSuccess = shown?.shownAs === 'status';
  return (
    <>
      <p role="status" className="notice">
        {isSuccess && shown.text}
      </p>
      <p role="alert" className="notice error">
        {!isSuccess && shown?.text}
      </p>
    </>
  );
};
