import type { AnyStateMachine } from 'xstate';
import type { ChartSource } from './chart-source.ts';
import type { EdgeDescription } from './describe-edges.ts';
import { guardNamesIn } from './guard-name.ts';

/** A guard or delay by name, with its source text. */
export interface RuleDescription {
  name: string;
  rule?: string | undefined;
  /** Ids of the states whose edges use it. */
  states: string[];
  /** Names of the combined guards (`and`, `or`, `not`) that contain it. */
  within: string[];
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];

/** The guards of a chart: the declared ones, then those that are only referenced. */
export const describeGuards = (
  machine: AnyStateMachine,
  edges: EdgeDescription[],
  source?: ChartSource,
): RuleDescription[] => {
  const composed = Object.entries(machine.implementations.guards).map(
    ([name, guard]) => [name, guardNamesIn(guard)] as const,
  );
  const declared = composed.map(([name]) => name);
  const inside = composed.flatMap(([, names]) => names);
  return unique([...declared, ...inside, ...edges.flatMap(({ guards }) => guards)]).map((name) => ({
    name,
    rule: source?.guards[name],
    states: unique(edges.filter(({ guards }) => guards.includes(name)).map((edge) => edge.source)),
    within: composed.flatMap(([outer, names]) => (names.includes(name) ? [outer] : [])),
  }));
};

/** The delays of a chart: the declared ones, then literal milliseconds. */
export const describeDelays = (
  edges: EdgeDescription[],
  source?: ChartSource,
): RuleDescription[] => {
  const delayed = edges.filter(({ cause }) => cause === 'after');
  return unique([...Object.keys(source?.delays ?? {}), ...delayed.map(({ of = '' }) => of)]).map(
    (name) => ({
      name,
      rule: source?.delays[name],
      states: unique(delayed.filter(({ of }) => of === name).map((edge) => edge.source)),
      within: [],
    }),
  );
};
