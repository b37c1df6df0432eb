/** Where the pages of the app and the live view hear each other; one browser, one origin. */
export const CHANNEL = 'sitara-charts';

/** A tab with the app in it. */
export interface PageInfo {
  id: string;
  /** What its tab says. */
  title: string;
  /** The route that it shows, without a query. */
  route: string;
}

export interface ActorInfo {
  /** XState's own, unlike that of every other actor of its page. */
  session: string;
  /** The session of the actor that invoked or spawned it. */
  parent?: string | undefined;
  /** The name that its parent knows it by. */
  name: string;
  /** The id of its chart; undefined where a promise or a callback runs. */
  chart?: string | undefined;
}

/** What is seen of a snapshot; secrets are masked. */
export interface SnapshotInfo {
  status: string;
  value?: unknown;
  /** Ids of the state nodes that are active, in the order of the source. */
  active: string[];
  tags: string[];
  context?: unknown;
  output?: unknown;
  error?: string | undefined;
}

/** A line of the log. `at` is in epoch ms; `number` counts a page's lines. */
export type Entry = { number: number; at: number; session: string } & (
  | { kind: 'started'; actor: ActorInfo; snapshot: SnapshotInfo }
  | { kind: 'event'; event: { type: string }; sender?: string | undefined }
  | { kind: 'transition'; event: string; edges: string[] }
  | { kind: 'snapshot'; snapshot: SnapshotInfo }
  | { kind: 'stopped'; status: string; snapshot: SnapshotInfo }
);

/** From a page of the app to every live view. */
export type FromPage =
  /** Everything that runs, and the last lines that led there. */
  | {
      type: 'page.shown';
      page: PageInfo;
      actors: { actor: ActorInfo; snapshot: SnapshotInfo }[];
      log: Entry[];
    }
  | { type: 'page.moved'; page: PageInfo }
  | { type: 'page.left'; page: string }
  | { type: 'entry.made'; page: string; entry: Entry };

/** From a live view to the pages of the app. */
export type FromViewer =
  | { type: 'viewer.opened' }
  | { type: 'event.sent'; page: string; session: string; event: { type: string } };
