import type { AnyActorRef, InspectionEvent } from 'xstate';
import { edgeIdOf } from '../chart-edges.ts';
import { masked } from './masked.ts';
import { CHANNEL, type Entry, type FromPage, type FromViewer, type PageInfo } from './messages.ts';
import { readActor } from './read-actor.ts';
import { readSnapshot } from './read-snapshot.ts';

/** Lines that a live view is told which is opened later. */
const LOG_LENGTH = 200;

type WithoutPlace<Line> = Line extends Entry ? Omit<Line, 'number' | 'at'> : never;

const id = Math.random().toString(36).slice(2);
const channel = new BroadcastChannel(CHANNEL);
const living = new Map<string, AnyActorRef>();
/** What the charts did that have not been started yet: the way to their first state. */
const early = new Map<string, WithoutPlace<Entry>[]>();
const log: Entry[] = [];
let number = 0;

const post = (message: FromPage): void => channel.postMessage(message);

const page = (): PageInfo => ({
  id,
  title: document.title,
  route: location.hash.replace(/^#|[?].*$/g, '') || '/',
});

const makeEntry = (line: WithoutPlace<Entry>): void => {
  number += 1;
  const entry = { ...line, number, at: Date.now() } as Entry;
  log.push(entry);
  if (log.length > LOG_LENGTH) log.shift();
  post({ type: 'entry.made', page: id, entry });
};

const look = (inspected: InspectionEvent): void => {
  const ref = inspected.actorRef as AnyActorRef;
  const session = ref.sessionId;
  if (inspected.type === '@xstate.event') {
    const { event, sourceRef } = inspected;
    if (event.type === 'xstate.init') {
      living.set(session, ref);
      const snapshot = readSnapshot(ref.getSnapshot());
      makeEntry({ kind: 'started', session, actor: readActor(ref), snapshot });
    }
    makeEntry({
      kind: 'event',
      session,
      event: masked(event) as { type: string },
      sender: sourceRef?.sessionId,
    });
    for (const line of early.get(session) ?? []) makeEntry(line);
    early.delete(session);
  } else if (inspected.type === '@xstate.microstep' && inspected._transitions.length > 0) {
    const edges = inspected._transitions.map(edgeIdOf);
    const line = { kind: 'transition', session, event: inspected.event.type, edges } as const;
    if (living.has(session)) makeEntry(line);
    else early.set(session, [...(early.get(session) ?? []), line]);
  } else if (inspected.type === '@xstate.snapshot') {
    const snapshot = readSnapshot(inspected.snapshot);
    if (snapshot.status === 'active') makeEntry({ kind: 'snapshot', session, snapshot });
    else if (living.delete(session))
      makeEntry({ kind: 'stopped', session, status: snapshot.status, snapshot });
  }
};

const show = (): void =>
  post({
    type: 'page.shown',
    page: page(),
    actors: [...living.values()].map((ref) => ({
      actor: readActor(ref),
      snapshot: readSnapshot(ref.getSnapshot()),
    })),
    log,
  });

const before = globalThis.inspectCharts;
globalThis.inspectCharts = (inspected) => {
  before?.(inspected);
  // Whatever goes wrong here must not reach the app.
  try {
    look(inspected);
  } catch (error) {
    console.warn('The live view missed a step:', error);
  }
};

channel.addEventListener('message', ({ data }: MessageEvent<FromViewer>) => {
  if (data.type === 'viewer.opened') show();
  else if (data.type === 'event.sent' && data.page === id)
    living.get(data.session)?.send(data.event);
});
addEventListener('hashchange', () => setTimeout(() => post({ type: 'page.moved', page: page() })));
addEventListener('pagehide', () => post({ type: 'page.left', page: id }));
addEventListener('pageshow', show);
// The script may come after the page was shown.
if (document.readyState === 'complete') show();
