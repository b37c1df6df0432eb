import type { ActorRefLike } from 'xstate';
import { charts } from '../all-charts.ts';
import { type ActorInfo, CHANNEL, type FromPage, type SnapshotInfo } from '../relay/messages.ts';
import type { LiveState } from './live-state.ts';

const ANSWER_WAIT_MS = 15_000;

const idOf = (page: string, session: string): string => `${page}/${session}`;

/** What the inspector reads of an actor: its names, its chart, who runs it. */
const asRef = (page: string, { session, parent, name, chart }: ActorInfo): ActorRefLike =>
  ({
    sessionId: idOf(page, session),
    id: name,
    logic: { config: charts.find(({ machine }) => machine.id === chart)?.machine.config },
    _parent: parent === undefined ? undefined : { sessionId: idOf(page, parent) },
  }) as unknown as ActorRefLike;

/**
 * Opens Stately's own inspector in a window of its own, shows it what runs now and then whatever
 * happens. Answers with a sentence for people: whether it worked.
 */
export const openInStately = async ({ actors }: LiveState): Promise<string> => {
  if (!navigator.onLine) return 'Stately’s inspector is on the web, and this browser is offline.';
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const inspector = createBrowserInspector();
  if (!inspector.adapter.targetWindow) return 'The browser kept the window from opening.';
  const show = (page: string, actor: ActorInfo, snapshot: SnapshotInfo) =>
    inspector.actor(asRef(page, actor), snapshot as never);
  for (const { page, snapshot, isLiving, ...actor } of actors)
    if (isLiving) show(page, actor, snapshot);
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
    if (data.type !== 'entry.made') return;
    const { page, entry } = data;
    const id = idOf(page, entry.session);
    if (entry.kind === 'started') show(page, entry.actor, entry.snapshot);
    else if (entry.kind === 'event') {
      const source = entry.sender === undefined ? undefined : idOf(page, entry.sender);
      inspector.event(id, entry.event, source === undefined ? {} : { source });
    } else if (entry.kind === 'snapshot' || entry.kind === 'stopped')
      inspector.snapshot(id, entry.snapshot as never);
  });
  return new Promise((resolve) => {
    const late = setTimeout(
      () => resolve('Stately’s inspector has not answered: it is on the web and needs a network.'),
      ANSWER_WAIT_MS,
    );
    addEventListener('message', ({ source }) => {
      if (source !== inspector.adapter.targetWindow) return;
      clearTimeout(late);
      resolve('Stately’s inspector shows what happens here.');
    });
  });
};
