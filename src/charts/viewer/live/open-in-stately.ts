import type { ActorRefLike } from 'xstate';
import { charts } from '#charts/model/all-charts.ts';
import {
  type ActorInfo,
  CHANNEL,
  type PageMessage,
  type SnapshotInfo,
} from '../broadcast/messages.ts';
import type { LiveState } from './live-state.ts';

const RESPONSE_TIMEOUT_MS = 15_000;

const actorId = (page: string, session: string): string => `${page}/${session}`;

/** The fields of an actor reference that the inspector reads. */
const toActorRef = (page: string, { session, parent, name, chart }: ActorInfo): ActorRefLike =>
  ({
    sessionId: actorId(page, session),
    id: name,
    logic: { config: charts.find(({ machine }) => machine.id === chart)?.machine.config },
    _parent: parent === undefined ? undefined : { sessionId: actorId(page, parent) },
  }) as unknown as ActorRefLike;

/**
 * Opens Stately's inspector in a window, with the running actors and all later inspection events.
 * Resolves with a message for the developer: whether the inspector answered.
 */
export const openInStately = async ({ actors }: LiveState): Promise<string> => {
  if (!navigator.onLine) return 'Stately’s inspector is on the web, and this browser is offline.';
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const inspector = createBrowserInspector();
  if (!inspector.adapter.targetWindow) return 'The browser blocked the window.';
  const show = (page: string, actor: ActorInfo, snapshot: SnapshotInfo) =>
    inspector.actor(toActorRef(page, actor), snapshot as never);
  for (const { page, snapshot, isRunning, ...actor } of actors)
    if (isRunning) show(page, actor, snapshot);
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<PageMessage>) => {
    if (data.type !== 'entry.added') return;
    const { page, entry } = data;
    const id = actorId(page, entry.session);
    if (entry.kind === 'started') show(page, entry.actor, entry.snapshot);
    else if (entry.kind === 'event') {
      const source = entry.sender === undefined ? undefined : actorId(page, entry.sender);
      inspector.event(id, entry.event, source === undefined ? {} : { source });
    } else if (entry.kind === 'snapshot' || entry.kind === 'stopped')
      inspector.snapshot(id, entry.snapshot as never);
  });
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => resolve('Stately’s inspector does not answer. It is on the web and needs a network.'),
      RESPONSE_TIMEOUT_MS,
    );
    addEventListener('message', ({ source }) => {
      if (source !== inspector.adapter.targetWindow) return;
      clearTimeout(timer);
      resolve('Stately’s inspector is connected.');
    });
  });
};
