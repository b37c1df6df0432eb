import { masked } from './masked.ts';
import type { SnapshotInfo } from './messages.ts';

interface AnySnapshot {
  status?: unknown;
  value?: unknown;
  context?: unknown;
  output?: unknown;
  error?: unknown;
  tags?: ReadonlySet<string>;
  _nodes?: readonly { id: string; order: number }[];
}

/** What is shown of an actor's snapshot, secrets masked. */
export const readSnapshot = (snapshot: AnySnapshot): SnapshotInfo => ({
  status: String(snapshot.status ?? 'active'),
  value: snapshot.value,
  active: (snapshot._nodes ?? [])
    .toSorted((one, other) => one.order - other.order)
    .map(({ id }) => id),
  tags: [...(snapshot.tags ?? [])],
  context: masked(snapshot.context),
  output: masked(snapshot.output),
  error: snapshot.error === undefined ? undefined : String(masked(String(snapshot.error))),
});
