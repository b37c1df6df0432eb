import { fromCallback } from 'xstate';
import type { NoticeEvent } from '#contract/notice.ts';

/** Receives the notices of a flow's charts and emits them to the view that shows them. */
export const notifier = fromCallback<NoticeEvent, undefined, NoticeEvent>(({ receive, emit }) => {
  receive((event) => emit(event));
});
