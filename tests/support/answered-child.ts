import type { ActorLogic, AnyActorRef, EventObject, Snapshot } from 'xstate';

type Answer = { type: 'test.answered'; snapshot: Snapshot<unknown> };

const RUNNING = { status: 'active', output: undefined, error: undefined } as const;

/** A child that goes on until a test says how it ends; whatever else it is sent changes nothing. */
export const createAnsweredChild = (
  onStart: (child: AnyActorRef) => void = () => {},
): ActorLogic<Snapshot<unknown>, EventObject> => ({
  getInitialSnapshot: ({ self }) => {
    // What it shows of itself is an event of the test's, so it shows nothing by its own.
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

/** Ends such a child: `{ status: 'done', output }` or `{ status: 'error', error }`. */
export const answerChild = (child: AnyActorRef, snapshot: Partial<Snapshot<unknown>>): void =>
  child.send({ type: 'test.answered', snapshot: { ...RUNNING, ...snapshot } });
