import { useEffect, useReducer, useRef } from 'react';
import {
  type ActorInfo,
  CHANNEL,
  type Entry,
  type PageInfo,
  type PageMessage,
  type SnapshotInfo,
  type ViewerMessage,
} from '../broadcast/messages.ts';

/** An actor of one of the tabs. */
export interface LiveActor extends ActorInfo {
  /** Tab and session: unique across tabs. */
  key: string;
  page: string;
  snapshot: SnapshotInfo;
  isRunning: boolean;
  /** Ids of the edges that its last transition took. */
  lastEdges: string[];
  /** Time of its last change, epoch ms. */
  at: number;
}

/** A log entry with its actor. */
export type LogEntry = Entry & {
  /** Tab and sequence number: unique across tabs. */
  key: string;
  page: string;
  /** Id of the actor's machine, else the actor's own id. */
  name: string;
  /** Id of the actor's machine, else that of its parent's machine. */
  chart: string | undefined;
};

export interface LiveState {
  pages: PageInfo[];
  /** In the order in which they started. */
  actors: LiveActor[];
  /** Newest first. */
  log: LogEntry[];
}

export const emptyLiveState: LiveState = { pages: [], actors: [], log: [] };

/** Enough for 500 events with what follows from them. */
const LOG_LENGTH_MAX = 3000;
/** The number of stopped actors that stay listed. */
const STOPPED_MAX = 12;

const actorKey = (page: string, session: string): string => `${page}/${session}`;

/** An actor as its tab tells that it runs. `known` is what was told of it before. */
const runningActor = (
  page: string,
  { actor, snapshot }: { actor: ActorInfo; snapshot: SnapshotInfo },
  at: number,
  known?: LiveActor,
): LiveActor => {
  const key = actorKey(page, actor.session);
  return { lastEdges: [], ...known, ...actor, key, page, snapshot, isRunning: true, at };
};

const dropOldestStopped = (actors: LiveActor[]): LiveActor[] => {
  const stopped = actors.filter(({ isRunning }) => !isRunning);
  const dropped = new Set(stopped.slice(0, Math.max(0, stopped.length - STOPPED_MAX)));
  return dropped.size > 0 ? actors.filter((actor) => !dropped.has(actor)) : actors;
};

/** Marks the actors of a tab as stopped. */
const stopPage = (actors: LiveActor[], page: string): LiveActor[] =>
  actors.map((actor) => (actor.page === page ? { ...actor, isRunning: false } : actor));

/** The actors after an entry. */
export const applyEntry = (actors: LiveActor[], page: string, entry: Entry): LiveActor[] => {
  const { at } = entry;
  const key = actorKey(page, entry.session);
  const update = (change: Partial<LiveActor>): LiveActor[] =>
    actors.map((actor) => (actor.key === key ? { ...actor, ...change, at } : actor));
  switch (entry.kind) {
    case 'started': {
      const known = actors.find((actor) => actor.key === key);
      const started = runningActor(page, entry, at, known);
      return known ? update(started) : [...actors, started];
    }
    case 'event':
      return actors;
    case 'transition':
      return update({ lastEdges: entry.edges });
    case 'snapshot':
      return update({ snapshot: entry.snapshot });
    case 'stopped':
      return dropOldestStopped(update({ snapshot: entry.snapshot, isRunning: false }));
  }
};

const addEntry = (state: LiveState, page: string, entry: Entry): LiveState => {
  const actors = applyEntry(state.actors, page, entry);
  const actor = actors.find(({ key }) => key === actorKey(page, entry.session));
  const parent = actors.find((one) => one.page === page && one.session === actor?.parent);
  const logged = {
    ...entry,
    page,
    key: `${page}#${entry.sequence}`,
    name: actor?.chart ?? actor?.name ?? entry.session,
    chart: actor?.chart ?? parent?.chart,
  };
  return { ...state, actors, log: [logged, ...state.log].slice(0, LOG_LENGTH_MAX) };
};

/** Adds a tab with its history, or updates it: a tab announces itself again on every request. */
const addPage = (
  state: LiveState,
  { page, actors, log }: Extract<PageMessage, { type: 'page.shown' }>,
): LiveState => {
  const known = new Set(state.log.map(({ key }) => key));
  const missed = log.filter(({ sequence }) => !known.has(`${page.id}#${sequence}`));
  const replayed = missed.reduce((current, entry) => addEntry(current, page.id, entry), {
    ...state,
    pages: [...state.pages.filter(({ id }) => id !== page.id), page],
  });
  const runningKeys = new Set(actors.map(({ actor }) => actorKey(page.id, actor.session)));
  const others = replayed.actors.filter(({ key }) => !runningKeys.has(key));
  return {
    ...replayed,
    log: replayed.log.toSorted((a, b) => b.at - a.at || b.sequence - a.sequence),
    actors: [
      ...stopPage(others, page.id),
      // In the order of the tab. Its log may no longer contain the start of the oldest actors.
      ...actors.map((started) => {
        const known = replayed.actors.find(
          ({ key }) => key === actorKey(page.id, started.actor.session),
        );
        return runningActor(page.id, started, known?.at ?? log[0]?.at ?? 0, known);
      }),
    ],
  };
};

/** The state after a message of a tab. */
export const applyMessage = (state: LiveState, message: PageMessage): LiveState => {
  switch (message.type) {
    case 'page.shown':
      return addPage(state, message);
    case 'page.navigated':
      return {
        ...state,
        pages: state.pages.map((page) => (page.id === message.page.id ? message.page : page)),
      };
    case 'page.closed':
      return {
        ...state,
        pages: state.pages.filter(({ id }) => id !== message.page),
        actors: dropOldestStopped(stopPage(state.actors, message.page)),
      };
    case 'entry.added':
      return addEntry(state, message.page, message.entry);
  }
};

/**
 * The actor of a chart to show: the one with the chosen key while it runs, else the running one that
 * changed last, else the stopped one that changed last.
 */
export const selectedActor = (
  actors: LiveActor[],
  chart: string,
  chosenKey: string | undefined,
): LiveActor | undefined => {
  const ofChart = actors.filter((actor) => actor.chart === chart);
  const running = ofChart.filter(({ isRunning }) => isRunning);
  const chosen = ofChart.find(({ key }) => key === chosenKey);
  if (chosen && (chosen.isRunning || running.length === 0)) return chosen;
  return (running.length > 0 ? running : ofChart).toSorted((a, b) => b.at - a.at)[0];
};

const reduce = (state: LiveState, action: PageMessage | { type: 'log.cleared' }): LiveState =>
  action.type === 'log.cleared' ? { ...state, log: [] } : applyMessage(state, action);

/** The state of the tabs of the app, a function that sends them a message, one that clears the log. */
export const useLiveState = () => {
  const [live, dispatch] = useReducer(reduce, emptyLiveState);
  const channelRef = useRef<BroadcastChannel>(null);
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channelRef.current = channel;
    channel.addEventListener('message', ({ data }: MessageEvent<PageMessage | ViewerMessage>) => {
      // Other live views post on the same channel.
      if (data.type !== 'viewer.opened' && data.type !== 'event.sent') dispatch(data);
    });
    channel.postMessage({ type: 'viewer.opened' } satisfies ViewerMessage);
    return () => channel.close();
  }, []);
  return {
    live,
    send: (message: ViewerMessage) => channelRef.current?.postMessage(message),
    clearLog: () => dispatch({ type: 'log.cleared' }),
  };
};
