import type { AnyActorLogic, InputFrom, InspectionEvent } from 'xstate';

/** What a page starts a flow with. */
export interface Start<Logic extends AnyActorLogic> {
  input: InputFrom<Logic>;
  inspect: (event: InspectionEvent) => void;
}
