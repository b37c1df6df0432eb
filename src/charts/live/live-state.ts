import type { ActorInfo, Entry, FromPage, PageInfo, SnapshotInfo } from '../relay/messages.ts';

/** An actor of one of the pages. */
export interface LiveActor extends ActorInfo {
  /** Its page and its session: what tells it from all others. */
  key: string;
  page: string;
  snapshot: SnapshotInfo;
  isLiving: boolean;
  /** Ids of the edges that it took last. */
  lastEdges: string[];
  /** When something happened to it last, epoch ms. */
  at: number;
}

/** A line of the log, and whose it is. */
export type LogLine = Entry & {
  key: string;
  page: string;
  /** What its actor is called: by its chart, else by its name. */
  name: string;
  /** Id of the chart that it is about: the actor's own, or that of the one that runs it. */
  chart: string | undefined;
};

export interface LiveState {
  pages: PageInfo[];
  /** In the order of their starts. */
  actors: LiveActor[];
  /** Newest first. */
  log: LogLine[];
}

export const nothingYet: LiveState = { pages: [], actors: [], log: [] };

const LOG_LENGTH_MAX = 1000;
/** Actors that are over stay in sight for as long as they are among the last. */
const STOPPED_MAX = 12;

const keyOf = (page: string, session: string): string => `${page}/${session}`;

const withActor = (
  actors: LiveActor[],
  key: string,
  change: (actor: LiveActor) => LiveActor,
): LiveActor[] => actors.map((actor) => (actor.key === key ? change(actor) : actor));

const started = (
  actors: LiveActor[],
  page: string,
  { actor, snapshot }: { actor: ActorInfo; snapshot: SnapshotInfo },
  at: number,
): LiveActor[] => {
  const key = keyOf(page, actor.session);
  const fresh = { ...actor, key, page, snapshot, isLiving: true, lastEdges: [], at };
  const known = actors.some((other) => other.key === key);
  return known
    ? withActor(actors, key, ({ lastEdges }) => ({ ...fresh, lastEdges }))
    : [...actors, fresh];
};

const withoutOldest = (actors: LiveActor[]): LiveActor[] => {
  const over = actors.filter(({ isLiving }) => !isLiving);
  const gone = new Set(over.slice(0, Math.max(0, over.length - STOPPED_MAX)));
  return gone.size > 0 ? actors.filter((actor) => !gone.has(actor)) : actors;
};

const afterEntry = (actors: LiveActor[], page: string, entry: Entry): LiveActor[] => {
  const key = keyOf(page, entry.session);
  const { at } = entry;
  switch (entry.kind) {
    case 'started':
      return started(actors, page, entry, at);
    case 'event':
      return actors;
    case 'transition':
      return withActor(actors, key, (actor) => ({ ...actor, lastEdges: entry.edges, at }));
    case 'snapshot':
      return withActor(actors, key, (actor) => ({ ...actor, snapshot: entry.snapshot, at }));
    case 'stopped':
      return withoutOldest(
        withActor(actors, key, (actor) => ({
          ...actor,
          // A stopped snapshot has no active states of interest; the last ones stay in sight.
          snapshot: entry.snapshot,
          isLiving: false,
          at,
        })),
      );
  }
};

const logLine = (actors: LiveActor[], page: string, entry: Entry): LogLine => {
  const key = keyOf(page, entry.session);
  const actor = actors.find((one) => one.key === key);
  const parent = actors.find((one) => one.page === page && one.session === actor?.parent);
  return {
    ...entry,
    page,
    key: `${page}#${entry.number}`,
    name: actor?.chart ?? actor?.name ?? entry.session,
    chart: actor?.chart ?? parent?.chart,
  };
};

const withEntry = (state: LiveState, page: string, entry: Entry): LiveState => {
  const actors = afterEntry(state.actors, page, entry);
  return {
    ...state,
    actors,
    log: [logLine(actors, page, entry), ...state.log].slice(0, LOG_LENGTH_MAX),
  };
};

/** What is known of the pages after one of their messages. */
export const afterMessage = (state: LiveState, message: FromPage): LiveState => {
  switch (message.type) {
    case 'page.moved':
      return {
        ...state,
        pages: state.pages.map((page) => (page.id === message.page.id ? message.page : page)),
      };
    case 'page.left':
      return {
        ...state,
        pages: state.pages.filter(({ id }) => id !== message.page),
        actors: withoutOldest(
          state.actors.map((actor) =>
            actor.page === message.page ? { ...actor, isLiving: false } : actor,
          ),
        ),
      };
    case 'entry.made':
      return withEntry(state, message.page, message.entry);
    case 'page.shown': {
      const { page } = message;
      const known = new Set(state.log.map(({ key }) => key));
      const missed = message.log.filter(({ number }) => !known.has(`${page.id}#${number}`));
      const replayed = missed.reduce((so, entry) => withEntry(so, page.id, entry), {
        ...state,
        pages: [...state.pages.filter(({ id }) => id !== page.id), page],
      });
      const living = new Set(message.actors.map(({ actor }) => keyOf(page.id, actor.session)));
      const isKept = ({ key }: LiveActor) => !living.has(key);
      return {
        ...replayed,
        log: replayed.log.toSorted((one, other) => other.at - one.at || other.number - one.number),
        actors: [
          ...replayed.actors
            .filter(isKept)
            .map((actor) => (actor.page === page.id ? { ...actor, isLiving: false } : actor)),
          // In the page's own order; the log may not reach back to the start of the first ones.
          ...message.actors.flatMap((one) => {
            const key = keyOf(page.id, one.actor.session);
            const known = replayed.actors.find((actor) => actor.key === key);
            return started(
              known ? [known] : [],
              page.id,
              one,
              known?.at ?? message.log[0]?.at ?? 0,
            );
          }),
        ],
      };
    }
  }
};
