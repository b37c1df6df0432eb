import { useEffect, useState } from 'react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { Notifier } from '#machines/rules/notice.ts';
import type { Notice } from '#web/content/notices.ts';
import { NoticeLine } from '../ui/notice-line.tsx';
import styles from './list-notice.module.css';

interface ListNoticeProps {
  /** The chart of the list, which starts the notifier. */
  actor: AnyActorRef;
  notices: Record<string, Notice>;
  /** Whether the list is idle. The notice goes when something else begins. */
  isIdle: boolean;
}

/** The last notice of a list, as a line of text. Both live regions exist before it. */
export const ListNotice = ({ actor, notices, isIdle }: ListNoticeProps) => {
  const [shown, setShown] = useState<Notice>();

  useEffect(() => {
    const notifier: ActorRefFrom<Notifier> = actor.getSnapshot().children.notifier;
    const { unsubscribe } = notifier.on('notice', (event) => {
      const notice = notices[event.notice];
      if (notice?.shownAs !== 'field') setShown(notice);
    });
    return unsubscribe;
  }, [actor, notices]);

  useEffect(() => {
    if (!isIdle) return;
    return () => setShown(undefined);
  }, [isIdle]);

  const isSuccess = shown?.shownAs === 'status';
  return (
    <div className={styles['notice']}>
      <div role="status">
        <NoticeLine tone="good" isLive={false}>
          {isSuccess && shown.text}
        </NoticeLine>
      </div>
      <div role="alert">
        <NoticeLine tone="bad" isLive={false}>
          {!isSuccess && shown?.text}
        </NoticeLine>
      </div>
    </div>
  );
};
