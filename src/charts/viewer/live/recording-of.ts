import type { Recording } from '#charts/model/recording.ts';
import type { LiveActor, LiveState } from './live-state.ts';

/**
 * The events of an actor since its start, each with the state value that it led to. Undefined where
 * the log no longer has the start of the actor.
 */
export const recordingOf = (
  log: LiveState['log'],
  chart: string,
  { page, session }: Pick<LiveActor, 'page' | 'session'>,
): Recording | undefined => {
  const own = log.filter((entry) => entry.page === page && entry.session === session).reverse();
  const events = own.filter((entry) => entry.kind === 'event');
  // An actor processes its events in order, so the nth snapshot follows the nth event.
  const values = own.flatMap((entry) =>
    entry.kind === 'snapshot' || entry.kind === 'stopped' ? [entry.snapshot.value] : [],
  );
  const [start, ...received] = events;
  if (start?.event.type !== 'xstate.init') return undefined;
  return {
    chart,
    at: start.at,
    input: 'input' in start.event ? start.event.input : undefined,
    value: values[0],
    events: received
      .slice(0, Math.max(0, values.length - 1))
      .map(({ at, event }, index) => ({ at, event, value: values[index + 1] })),
  };
};

/** Saves a text as a file in the browser's download folder. */
export const saveFile = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
};
