import type { AnyActorLogic, InspectionEvent, OutputFrom, Snapshot, SnapshotFrom } from 'xstate';
import { showOnlooker } from '../onlooker.ts';

/**
 * Follows a flow by its own snapshots, whichever of its charts made the step; `end` is told its
 * output, once.
 */
export const following = <Logic extends AnyActorLogic>(
  end: (output: OutputFrom<Logic>) => void,
  follow: (snapshot: SnapshotFrom<Logic>) => void = () => {},
): ((event: InspectionEvent) => void) => {
  let root: InspectionEvent['actorRef'] | undefined;
  let isOver = false;
  return (event) => {
    showOnlooker(event);
    if (event.type !== '@xstate.snapshot' || isOver) return;
    if (event.actorRef.sessionId === event.rootId) root = event.actorRef;
    if (!root) return;
    const snapshot = root.getSnapshot() as Snapshot<OutputFrom<Logic>>;
    follow(snapshot as SnapshotFrom<Logic>);
    isOver = snapshot.status === 'done';
    if (snapshot.status === 'done') end(snapshot.output as OutputFrom<Logic>);
  };
};
