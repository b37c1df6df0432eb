import type { AnyStateMachine } from 'xstate';
import type { ChartSource } from './chart-source.ts';
import type { EdgeDescription } from './describe-edges.ts';
import { guardNamesIn } from './guard-name.ts';

/** A guard or a delay by its name, with the text of its rule. */
export interface RuleDescription {
  name: string;
  rule?: string | undefined;
  /** Ids of the states whose edges ask it. */
  states: string[];
  /** Names of other guards that are made of it. */
  within: string[];
}

const unique = <Value>(values: Value[]): Value[] => [...new Set(values)];

/** The guards of a chart: those that it declares, then those that only others or edges name. */
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

/** The delays of a chart: those that it declares, then plain milliseconds. */
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
