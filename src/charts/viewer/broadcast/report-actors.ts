import type { AnyActorRef, InspectionEvent } from 'xstate';
import { edgeIdOf } from '#charts/model/chart-edges.ts';
import {
  actorInfo,
  type Entry,
  type PageInfo,
  type PageMessage,
  redact,
  snapshotInfo,
} from './messages.ts';

/** Entries that are kept for live views that open later. */
const LOG_LENGTH_MAX = 200;

/** Distributes over the union, which a plain Omit would merge. */
type NewEntry<Each = Entry> = Each extends Entry ? Omit<Each, 'sequence' | 'at'> : never;

/**
 * Reports the actors of a page by messages: what `inspect` sees of XState, as log entries, and on
 * `announce` all of it again.
 *
 * @param isMasked whether secrets are masked
 */
export const createReporter = (
  post: (message: PageMessage) => void,
  pageInfo: () => PageInfo,
  isMasked = true,
) => {
  const running = new Map<string, AnyActorRef>();
  /** Transitions into the initial states, which XState reports before `xstate.init`. */
  const initialTransitions = new Map<string, NewEntry[]>();
  const log: Entry[] = [];
  let sequence = 0;

  const addEntry = (entry: NewEntry): void => {
    sequence += 1;
    const numbered = { ...entry, sequence, at: Date.now() } as Entry;
    log.push(numbered);
    if (log.length > LOG_LENGTH_MAX) log.shift();
    post({ type: 'entry.added', page: pageInfo().id, entry: numbered });
  };

  /** Reports a snapshot; one that XState does not report, because the chart threw, is passed by hand. */
  const reportSnapshot = (session: string, shown: Parameters<typeof snapshotInfo>[0]): void => {
    const snapshot = snapshotInfo(shown, isMasked);
    if (snapshot.status === 'active') addEntry({ kind: 'snapshot', session, snapshot });
    else if (running.delete(session))
      addEntry({ kind: 'stopped', session, status: snapshot.status, snapshot });
  };

  const inspect = (inspected: InspectionEvent): void => {
    const ref = inspected.actorRef as AnyActorRef;
    const session = ref.sessionId;
    if (inspected.type === '@xstate.event') {
      const { event, sourceRef } = inspected;
      if (event.type === 'xstate.init') {
        running.set(session, ref);
        const snapshot = snapshotInfo(ref.getSnapshot(), isMasked);
        addEntry({ kind: 'started', session, actor: actorInfo(ref), snapshot });
      }
      addEntry({
        kind: 'event',
        session,
        event: redact(event, isMasked) as { type: string },
        sender: sourceRef?.sessionId,
      });
      for (const entry of initialTransitions.get(session) ?? []) addEntry(entry);
      initialTransitions.delete(session);
    } else if (inspected.type === '@xstate.microstep' && inspected._transitions.length > 0) {
      const edges = inspected._transitions.map(edgeIdOf);
      const entry = { kind: 'transition', session, event: inspected.event.type, edges } as const;
      if (running.has(session)) addEntry(entry);
      else initialTransitions.set(session, [...(initialTransitions.get(session) ?? []), entry]);
    } else if (inspected.type === '@xstate.snapshot') reportSnapshot(session, inspected.snapshot);
  };

  const announce = (): void =>
    post({
      type: 'page.shown',
      page: pageInfo(),
      actors: [...running.values()].map((ref) => ({
        actor: actorInfo(ref),
        snapshot: snapshotInfo(ref.getSnapshot(), isMasked),
      })),
      log,
    });

  return {
    inspect,
    announce,
    reportSnapshot,
    /** A running actor by its session. */
    actorOf: (session: string) => running.get(session),
  };
};
