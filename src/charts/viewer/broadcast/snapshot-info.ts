import type { SnapshotInfo } from './messages.ts';
import { redact } from './redact.ts';

interface AnySnapshot {
  status?: unknown;
  value?: unknown;
  context?: unknown;
  output?: unknown;
  error?: unknown;
  tags?: ReadonlySet<string>;
  _nodes?: readonly { id: string; order: number }[];
}

/** The shown part of a snapshot, secrets masked. */
export const snapshotInfo = (snapshot: AnySnapshot): SnapshotInfo => ({
  status: String(snapshot.status ?? 'active'),
  value: snapshot.value,
  active: (snapshot._nodes ?? []).toSorted((a, b) => a.order - b.order).map(({ id }) => id),
  tags: [...(snapshot.tags ?? [])],
  context: redact(snapshot.context),
  output: redact(snapshot.output),
  error: snapshot.error === undefined ? undefined : String(redact(String(snapshot.error))),
});
