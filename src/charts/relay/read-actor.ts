import type { AnyActorRef } from 'xstate';
import type { ActorInfo } from './messages.ts';

/** Who an actor is. `logic` is the chart itself for a machine. */
export const readActor = (
  ref: AnyActorRef & { logic?: { id?: string; root?: unknown }; _parent?: AnyActorRef | undefined },
): ActorInfo => ({
  session: ref.sessionId,
  parent: ref._parent?.sessionId,
  name: ref.id,
  chart: ref.logic?.root === undefined ? undefined : ref.logic.id,
});
