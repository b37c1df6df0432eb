import { describe } from 'vitest';
import { FURTHER_TAG } from '#build/commands/test-results.ts';

/** Options of a test or a suite that repeats a rule in a further condition; `npm run test:all` runs it. */
const FURTHER = { tags: [FURTHER_TAG] };

/** Registers a suite for each condition: the first for every run, the others for `npm run test:all`. */
export const describeConditions = <Condition>(
  conditions: readonly Condition[],
  titleOf: (condition: Condition) => string,
  body: (condition: Condition) => void,
): void => {
  for (const [index, condition] of conditions.entries())
    describe(titleOf(condition), index === 0 ? {} : FURTHER, () => body(condition));
};
