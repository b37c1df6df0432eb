import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { edgesOf } from '#charts/chart-edges.ts';

/** What of a chart was walked. */
export interface WalkedEdges {
  name: string;
  edges: number;
  walked: number;
  /** Ids of the edges that were not walked. */
  missing: string[];
  /** Ids of those that the actor was told of by hand, because nothing else takes them. */
  told: string[];
}

/**
 * Reads what the browser tests walked: one JSON array of edge ids a chart, and another one of those
 * that were told by hand. Undefined where there
 * was no such run.
 */
export const walkedEdges = (
  folder: string,
  charts: { name: string; machine: AnyStateMachine }[],
): WalkedEdges[] | undefined => {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => file.endsWith('.json'))
    : [];
  if (files.length === 0) return undefined;
  const read = (chosen: string[]) =>
    new Set(
      chosen.flatMap((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as string[]),
    );
  const walked = read(files);
  const byHand = read(files.filter((file) => file.endsWith('.told.json')));
  return charts.map(({ name, machine }) => {
    const ids = edgesOf(machine).map(({ id }) => id);
    const missing = ids.filter((id) => !walked.has(id));
    const told = ids.filter((id) => byHand.has(id));
    return { name, edges: ids.length, walked: ids.length - missing.length, missing, told };
  });
};
