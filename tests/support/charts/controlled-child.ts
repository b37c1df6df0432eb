import type { ActorLogic, AnyActorRef, EventObject, Snapshot } from 'xstate';

type Answer = { type: 'test.answered'; snapshot: Snapshot<unknown> };

const RUNNING = { status: 'active', output: undefined, error: undefined } as const;

/** A child actor that stays active until the test settles it; other events have no effect. */
export const createControlledChild = (
  onStart: (child: AnyActorRef) => void = () => {},
): ActorLogic<Snapshot<unknown>, EventObject> => ({
  getInitialSnapshot: ({ self }) => {
    // The test sends the snapshot as an event, so the actor must not sync its own.
    Object.assign(self, { _syncSnapshot: false });
    return RUNNING;
  },
  start: (_, { self }) => onStart(self),
  transition: (snapshot, event) => {
    if (event.type === 'xstate.stop') return { ...RUNNING, status: 'stopped' };
    return event.type === 'test.answered' ? (event as Answer).snapshot : snapshot;
  },
  getPersistedSnapshot: (snapshot) => snapshot,
});

/** Settles such a child: `{ status: 'done', output }` or `{ status: 'error', error }`. */
export const settleChild = (child: AnyActorRef, snapshot: Partial<Snapshot<unknown>>): void =>
  child.send({ type: 'test.answered', snapshot: { ...RUNNING, ...snapshot } });
