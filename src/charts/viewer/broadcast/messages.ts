import type { AnyActorRef } from 'xstate';

/** Name of this window or worker; empty in Node. */
export const { name: windowName = '' }: { name?: string } = globalThis as object;

/**
 * Name of the BroadcastChannel between the tabs of the app and the live view. A simulation gives its
 * window and its worker one name, so that other windows of the same address are not concerned.
 */
export const CHANNEL = `sitara-charts${/^\/simulation-.*/.exec(windowName) ?? ''}`;

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

/** Text shown in place of a secret. */
export const MASK = '••••••';

const SECRET_KEY = /pass(?:word|phrase)|confirmation|otp|token|secret|^code$/i;
/** A one-time code. */
const CODE = /(?<!\d)\d{6}(?!\d)/g;

const DEPTH_MAX = 8;
const ITEMS_MAX = 200;
const TEXT_LENGTH_MAX = 2000;

const isHarmless = (value: unknown): value is boolean | null | undefined | '' =>
  value === undefined || value === null || value === '' || typeof value === 'boolean';

/**
 * A copy of a value that is safe to show: passwords, codes and tokens are masked at any depth, files
 * become name and size, and everything in it can be structured-cloned. Never throws.
 *
 * @param isMasked false in a simulation, whose values are the developer's own
 */
export const redact = (value: unknown, isMasked = true): unknown => {
  const redactText = (text: string): string => {
    const short = text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX)}…` : text;
    return isMasked ? short.replace(CODE, MASK) : short;
  };
  const redactObject = (object: object, ancestors: object[]): unknown => {
    if (ancestors.includes(object)) return '[circular]';
    if (ancestors.length >= DEPTH_MAX) return '[too deep]';
    if (object instanceof Blob)
      return { file: object instanceof File ? redactText(object.name) : '', bytes: object.size };
    if (object instanceof Error) return { error: redactText(String(object)) };
    if (object instanceof Date) return object.toJSON();
    if ('sessionId' in object && 'getSnapshot' in object)
      return `[actor ${String(object.sessionId)}]`;
    const path = [...ancestors, object];
    if (object instanceof Set || Array.isArray(object))
      return [...object].slice(0, ITEMS_MAX).map((item) => redactAt(item, path));
    const entries = object instanceof Map ? [...object.entries()] : Object.entries(object);
    const redacted = entries.slice(0, ITEMS_MAX).map(([name, item]) => {
      const key = String(name);
      const isSecret = isMasked && SECRET_KEY.test(key) && !isHarmless(item);
      return [key, isSecret ? MASK : redactAt(item, path)];
    });
    return Object.fromEntries(redacted);
  };
  const redactAt = (item: unknown, ancestors: object[]): unknown => {
    if (typeof item === 'function') return '[function]';
    if (typeof item === 'string' || typeof item === 'bigint' || typeof item === 'symbol')
      return redactText(String(item));
    return typeof item === 'object' && item !== null ? redactObject(item, ancestors) : item;
  };
  try {
    return redactAt(value, []);
  } catch (error) {
    return `[unreadable: ${redactText(String(error))}]`;
  }
};

/** Identifies an actor. `ref.logic` is the machine of a machine actor. */
export const actorInfo = (
  ref: AnyActorRef & { logic?: { id?: string; root?: unknown }; _parent?: AnyActorRef | undefined },
): ActorInfo => ({
  session: ref.sessionId,
  parent: ref._parent?.sessionId,
  name: ref.id,
  chart: ref.logic?.root === undefined ? undefined : ref.logic.id,
});

interface AnySnapshot {
  status?: unknown;
  value?: unknown;
  context?: unknown;
  output?: unknown;
  error?: unknown;
  tags?: ReadonlySet<string>;
  _nodes?: readonly { id: string; order: number }[];
}

/** The shown part of a snapshot, secrets masked if not said otherwise. */
export const snapshotInfo = (snapshot: AnySnapshot, isMasked = true): SnapshotInfo => ({
  status: String(snapshot.status ?? 'active'),
  value: snapshot.value,
  active: (snapshot._nodes ?? []).toSorted((a, b) => a.order - b.order).map(({ id }) => id),
  tags: [...(snapshot.tags ?? [])],
  context: redact(snapshot.context, isMasked),
  output: redact(snapshot.output, isMasked),
  error:
    snapshot.error === undefined ? undefined : String(redact(String(snapshot.error), isMasked)),
});
