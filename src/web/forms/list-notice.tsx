import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { ActorRefFrom, AnyActorRef } from 'xstate';
import type { Notifier } from '#machines/rules/notice.ts';
import type { Notice } from '#web/content/notices.ts';
import { Button } from '../ui/button.tsx';
import { Actions } from '../ui/entries.tsx';
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

interface ListFailureProps {
  words: { unavailable: string; retry: string };
  onRetry(): void;
}

/** What is shown in place of a list that did not load. */
export const ListFailure = ({ words, onRetry }: ListFailureProps) => (
  <>
    <p role="alert">{words.unavailable}</p>
    <Actions>
      <Button variant="quiet" onClick={onRetry}>
        {words.retry}
      </Button>
    </Actions>
  </>
);

/**
 * Keeps the focus in a list whose buttons are replaced by what they open. When the list is idle again and
 * nothing has the focus, it returns to the button that was pressed last, or else to the heading. A list
 * in which nothing was pressed takes no focus.
 */
export const useReturnFocus = (isIdle: boolean) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastPressed = useRef<string>(undefined);

  useEffect(() => {
    const id = lastPressed.current;
    if (!isIdle || id === undefined || document.activeElement !== document.body) return;
    (document.getElementById(id) ?? heading.current)?.focus();
  }, [isIdle]);

  return {
    heading,
    onClickCapture({ target }: MouseEvent) {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button && (isIdle || lastPressed.current === undefined)) lastPressed.current = button.id;
    },
  };
};
