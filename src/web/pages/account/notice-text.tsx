import { useEffect, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { NoticeEvent } from '#contract/notice.ts';
import { type Notice, passkeyListNotices } from '#web/content/notices.ts';

const notices: Record<string, Notice> = passkeyListNotices;

/** The last notice of the passkey list, as a line of text. Both live regions exist before it. */
export const NoticeText = ({ actor }: { actor: AnyActorRef }) => {
  const [shown, setShown] = useState<Notice>();

  useEffect(() => {
    const notifier: AnyActorRef = actor.getSnapshot().children.notifier;
    const { unsubscribe } = notifier.on('notice', (event) =>
      setShown(notices[(event as NoticeEvent).notice]),
    );
    return unsubscribe;
  }, [actor]);

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
