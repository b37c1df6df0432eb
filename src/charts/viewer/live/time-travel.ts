import type { Recording } from '#charts/model/recording.ts';
import { applyEntry, type LiveActor, type LiveState, type LogEntry } from './live-state.ts';

/** The entries at which one can stop: each event, with all that follows from it. */
export const momentsIn = (log: LogEntry[]): LogEntry[] =>
  log.filter(({ kind }) => kind === 'event');

/** The entries up to a moment: its event, and what was logged before the next one. Newest first. */
const logUpTo = (log: LogEntry[], moment: string): LogEntry[] => {
  const at = log.findIndex(({ key }) => key === moment);
  const next = log.slice(0, at).findLastIndex(({ kind }) => kind === 'event' || kind === 'started');
  return log.slice(next + 1);
};

/** The entries of an actor, newest first. */
const entriesOf = (
  log: LogEntry[],
  { page, session }: Pick<LiveActor, 'page' | 'session'>,
): LogEntry[] => log.filter((entry) => entry.page === page && entry.session === session);

/** Actors that started before the log does; unknown until their first snapshot, if they have any. */
const earlierActors = ({ actors, log }: LiveState): LiveActor[] =>
  actors.flatMap((actor) => {
    const kinds = entriesOf(log, actor).map(({ kind }) => kind);
    if (kinds.includes('started')) return [];
    const isChanged = kinds.includes('snapshot') || kinds.includes('stopped');
    const unknown = { status: 'unknown', active: [], tags: [] };
    const isRunning = actor.isRunning || kinds.includes('stopped');
    return [{ ...actor, isRunning, lastEdges: [], ...(isChanged && { snapshot: unknown }) }];
  });

/** The state at a moment of the log: a replay of the log up to there. Undefined if the log has lost it. */
export const stateAt = (live: LiveState, moment: string): LiveState | undefined => {
  if (!live.log.some(({ key }) => key === moment)) return undefined;
  const log = logUpTo(live.log, moment);
  const actors = log.reduceRight(
    (current, entry) => applyEntry(current, entry.page, entry),
    earlierActors(live),
  );
  return { pages: live.pages, actors, log };
};

/** A message between actors, which are given by tab and session. */
export interface ActorMessage {
  key: string;
  at: number;
  /** Undefined for an event of the page. */
  from: string | undefined;
  to: string;
  event: string;
}

/** The messages between actors, oldest first, and the names of the actors. */
export const messagesIn = ({ actors, log }: LiveState) => {
  const names = new Map(actors.map(({ key, chart, name }) => [key, chart ?? name]));
  for (const { page, session, name } of log) names.set(`${page}/${session}`, name);
  const messages = log.toReversed().flatMap((entry): ActorMessage[] => {
    if (entry.kind !== 'event') return [];
    const { key, at, page, session, sender, event } = entry;
    const from = names.has(`${page}/${sender}`) ? `${page}/${sender}` : undefined;
    return [{ key, at, from, to: `${page}/${session}`, event: event.type }];
  });
  return { names, messages };
};

/**
 * The events of an actor since its start, each with the state value that it led to. Undefined where
 * the log no longer has the start of the actor.
 */
export const recordingOf = (
  log: LogEntry[],
  chart: string,
  actor: Parameters<typeof entriesOf>[1],
): Recording | undefined => {
  const own = entriesOf(log, actor).reverse();
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
