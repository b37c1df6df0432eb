import type { AnyActorRef } from 'xstate';

const isChart = (actor: AnyActorRef): boolean => 'children' in (actor.getSnapshot() ?? {});

/**
 * Tells every notice that a chart or one of the charts it invokes emits, however deep; answers with
 * the way to stop.
 */
export const watchNotices = (actor: AnyActorRef, tell: (notice: string) => void): (() => void) => {
  const watched = new Map<AnyActorRef, () => void>();
  const watchChildren = () => {
    const children: AnyActorRef[] = Object.values(actor.getSnapshot().children ?? {});
    for (const child of children)
      if (!watched.has(child) && isChart(child)) watched.set(child, watchNotices(child, tell));
  };
  const emitted = actor.on('notice', (event) => tell((event as { notice: string }).notice));
  // An error is the business of the parent's onError.
  const changed = actor.subscribe({ next: watchChildren, error: () => {} });
  watchChildren();
  return () => {
    emitted.unsubscribe();
    changed.unsubscribe();
    for (const stop of watched.values()) stop();
  };
};
