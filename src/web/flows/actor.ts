import {
  type AnyActorLogic,
  fromCallback,
  fromPromise,
  type InputFrom,
  type InspectionEvent,
} from 'xstate';
import type { NoticeEvent } from '#machines/rules/notice.ts';
import './funnel.ts';

/** The options that a page passes to `useActorRef` of a flow. */
export interface ActorOptions<Logic extends AnyActorLogic> {
  input: InputFrom<Logic>;
  inspect: (event: InspectionEvent) => void;
}

/** Promise actor logic that runs an API call with the actor's input. */
export const fromCall = <Output, Input>(call: (input: Input) => Promise<Output>) =>
  fromPromise<Output, Input>(({ input }) => call(input));

declare global {
  /** Receives the inspection events of all charts; set by the live view, by browser tests, and where traffic is counted. */
  var inspectCharts: ((event: InspectionEvent) => void) | undefined;
}

/** Forwards an inspection event to `inspectCharts`, if it is set. */
export const inspector = (event: InspectionEvent): void => globalThis.inspectCharts?.(event);

/** Receives the notices of a flow's charts and emits them to the view that shows them. */
export const notifier = fromCallback<NoticeEvent, undefined, NoticeEvent>(({ receive, emit }) => {
  receive((event) => emit(event));
});
