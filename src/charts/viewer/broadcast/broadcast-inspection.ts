import type { AnyActorRef, InspectionEvent } from 'xstate';
import { edgeIdOf } from '#charts/model/chart-edges.ts';
import {
  actorInfo,
  CHANNEL,
  type Entry,
  type PageInfo,
  type PageMessage,
  redact,
  snapshotInfo,
  type ViewerMessage,
} from './messages.ts';

/** Entries that are kept for live views that open later. */
const LOG_LENGTH_MAX = 200;

/** Distributes over the union, which a plain Omit would merge. */
type NewEntry<Each = Entry> = Each extends Entry ? Omit<Each, 'sequence' | 'at'> : never;

const pageId = Math.random().toString(36).slice(2);
const channel = new BroadcastChannel(CHANNEL);
const running = new Map<string, AnyActorRef>();
/** Transitions into the initial states, which XState reports before `xstate.init`. */
const initialTransitions = new Map<string, NewEntry[]>();
const log: Entry[] = [];
let sequence = 0;

const post = (message: PageMessage): void => channel.postMessage(message);

const pageInfo = (): PageInfo => ({
  id: pageId,
  title: document.title,
  route: location.hash.replace(/^#|[?].*$/g, '') || '/',
});

const addEntry = (entry: NewEntry): void => {
  sequence += 1;
  const numbered = { ...entry, sequence, at: Date.now() } as Entry;
  log.push(numbered);
  if (log.length > LOG_LENGTH_MAX) log.shift();
  post({ type: 'entry.added', page: pageId, entry: numbered });
};

const handleInspection = (inspected: InspectionEvent): void => {
  const ref = inspected.actorRef as AnyActorRef;
  const session = ref.sessionId;
  if (inspected.type === '@xstate.event') {
    const { event, sourceRef } = inspected;
    if (event.type === 'xstate.init') {
      running.set(session, ref);
      const snapshot = snapshotInfo(ref.getSnapshot());
      addEntry({ kind: 'started', session, actor: actorInfo(ref), snapshot });
    }
    addEntry({
      kind: 'event',
      session,
      event: redact(event) as { type: string },
      sender: sourceRef?.sessionId,
    });
    for (const entry of initialTransitions.get(session) ?? []) addEntry(entry);
    initialTransitions.delete(session);
  } else if (inspected.type === '@xstate.microstep' && inspected._transitions.length > 0) {
    const edges = inspected._transitions.map(edgeIdOf);
    const entry = { kind: 'transition', session, event: inspected.event.type, edges } as const;
    if (running.has(session)) addEntry(entry);
    else initialTransitions.set(session, [...(initialTransitions.get(session) ?? []), entry]);
  } else if (inspected.type === '@xstate.snapshot') {
    const snapshot = snapshotInfo(inspected.snapshot);
    if (snapshot.status === 'active') addEntry({ kind: 'snapshot', session, snapshot });
    else if (running.delete(session))
      addEntry({ kind: 'stopped', session, status: snapshot.status, snapshot });
  }
};

const announcePage = (): void =>
  post({
    type: 'page.shown',
    page: pageInfo(),
    actors: [...running.values()].map((ref) => ({
      actor: actorInfo(ref),
      snapshot: snapshotInfo(ref.getSnapshot()),
    })),
    log,
  });

const previousInspector = globalThis.inspectCharts;
globalThis.inspectCharts = (inspected) => {
  previousInspector?.(inspected);
  // An error here must not reach the app.
  try {
    handleInspection(inspected);
  } catch (error) {
    console.warn('The live view missed an inspection event:', error);
  }
};

channel.addEventListener('message', ({ data }: MessageEvent<ViewerMessage>) => {
  if (data.type === 'viewer.opened') announcePage();
  else if (data.type === 'event.sent' && data.page === pageId)
    running.get(data.session)?.send(data.event);
});
addEventListener('hashchange', () =>
  setTimeout(() => post({ type: 'page.navigated', page: pageInfo() })),
);
addEventListener('pagehide', () => post({ type: 'page.closed', page: pageId }));
addEventListener('pageshow', announcePage);
// No pageshow event follows when the script loads after the document.
if (document.readyState === 'complete') announcePage();
