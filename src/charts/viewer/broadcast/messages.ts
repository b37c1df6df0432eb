/** Name of the BroadcastChannel between the tabs of the app and the live view. */
export const CHANNEL = 'sitara-charts';

/** A tab that shows the app. */
export interface PageInfo {
  id: string;
  /** Title of the document. */
  title: string;
  /** Current route without its query. */
  route: string;
}

export interface ActorInfo {
  /** XState's `sessionId`, unique in its tab. */
  session: string;
  /** `sessionId` of the actor that invoked or spawned it. */
  parent?: string | undefined;
  /** The actor's `id` in its parent. */
  name: string;
  /** Id of its machine; undefined for promise and callback actors. */
  chart?: string | undefined;
}

/** The shown part of a snapshot, secrets masked. */
export interface SnapshotInfo {
  status: string;
  value?: unknown;
  /** Ids of the active state nodes in source order. */
  active: string[];
  tags: string[];
  context?: unknown;
  output?: unknown;
  error?: string | undefined;
}

/** An entry of the log. `at` is in epoch ms; `sequence` counts the entries of a tab. */
export type Entry = { sequence: number; at: number; session: string } & (
  | { kind: 'started'; actor: ActorInfo; snapshot: SnapshotInfo }
  | { kind: 'event'; event: { type: string }; sender?: string | undefined }
  | { kind: 'transition'; event: string; edges: string[] }
  | { kind: 'snapshot'; snapshot: SnapshotInfo }
  | { kind: 'stopped'; status: string; snapshot: SnapshotInfo }
);

/** A message from a tab of the app to every live view. */
export type PageMessage =
  /** The running actors and the latest log entries. */
  | {
      type: 'page.shown';
      page: PageInfo;
      actors: { actor: ActorInfo; snapshot: SnapshotInfo }[];
      log: Entry[];
    }
  | { type: 'page.navigated'; page: PageInfo }
  | { type: 'page.closed'; page: string }
  | { type: 'entry.added'; page: string; entry: Entry };

/** A message from a live view to the tabs of the app. */
export type ViewerMessage =
  | { type: 'viewer.opened' }
  | { type: 'event.sent'; page: string; session: string; event: { type: string } };
