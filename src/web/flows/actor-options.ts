import type { AnyActorLogic, InputFrom, InspectionEvent } from 'xstate';

/** The options that a page passes to `useActorRef` of a flow. */
export interface ActorOptions<Logic extends AnyActorLogic> {
  input: InputFrom<Logic>;
  inspect: (event: InspectionEvent) => void;
}
