import type { AnyActorRef, CallbackActorLogic } from 'xstate';

/** Tells the visitor something: `notice` is a key of the flow's texts. */
export interface NoticeEvent {
  type: 'notice';
  notice: string;
}

/**
 * Receives the notices of a flow. The flow's root chart starts it under the system id `notifier`;
 * the charts that it invokes send to the same one.
 */
export type Notifier = CallbackActorLogic<NoticeEvent, undefined, NoticeEvent>;

/** The actor that receives the notices of a chart. */
export const notifierOf = ({ system }: Pick<AnyActorRef, 'system'>) => system.get('notifier');

/** The event for a notice in an action's params. */
export const toNoticeEvent = <Notice extends string>(_: unknown, notice: Notice) => ({
  type: 'notice' as const,
  notice,
});
