import type { AnyActorRef } from 'xstate';
import type { ActorInfo } from './messages.ts';

/** Identifies an actor. `ref.logic` is the machine of a machine actor. */
export const actorInfo = (
  ref: AnyActorRef & { logic?: { id?: string; root?: unknown }; _parent?: AnyActorRef | undefined },
): ActorInfo => ({
  session: ref.sessionId,
  parent: ref._parent?.sessionId,
  name: ref.id,
  chart: ref.logic?.root === undefined ? undefined : ref.logic.id,
});
