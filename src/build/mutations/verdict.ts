import type { Mutation } from './mutation.ts';
import type { TestOutcome } from './run-tests.ts';

/** `survived` is as expected if the mutation has a reason; `error`: the tests say nothing. */
export type Verdict = 'caught' | 'survived' | 'error';

/** What a run of the tests says about the mutation. A run without a test is an error. */
export const verdictOf = ({ passed, failed, isGreen }: Omit<TestOutcome, 'output'>): Verdict => {
  if (failed > 0) return 'caught';
  return isGreen && passed > 0 ? 'survived' : 'error';
};

/** One line about a mutation. */
export const verdictLine = ({ name, file }: Mutation, verdict: Verdict, seconds: number): string =>
  `${verdict === 'survived' ? 'SURVIVED' : verdict.padEnd(8)}  ${name} (${file}, ${seconds} s)`;

/** Whether a verdict is a failure of the run: an error, or a survivor without a reason. */
export const isFailure = ({ survivesBecause }: Mutation, verdict: Verdict): boolean =>
  verdict === 'error' || (verdict === 'survived' && survivesBecause === undefined);

/** The count, then the survivors with their reasons, then reasons that are out of date. */
export const summaryLines = (verdicts: readonly (readonly [Mutation, Verdict])[]): string[] => {
  const having = (wanted: Verdict) => verdicts.filter(([, verdict]) => verdict === wanted);
  return [
    `${having('caught').length} of ${verdicts.length} caught`,
    ...having('survived').map(
      ([{ name, survivesBecause }]) =>
        `SURVIVED  ${name}: ${survivesBecause ?? 'no test notices, and no reason is given'}`,
    ),
    ...having('caught')
      .filter(([{ survivesBecause }]) => survivesBecause !== undefined)
      .map(([{ name }]) => `caught    ${name}: remove its survivesBecause`),
  ];
};
