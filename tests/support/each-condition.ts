import { describe, test } from 'vitest';
import { FURTHER_TAG } from '#build/testing/test-results.ts';

/** Options of a test or a suite that only `npm run test:all` runs. */
export const FURTHER = { tags: [FURTHER_TAG] };

type Register = (title: string, options: object, body: () => void | Promise<void>) => void;

/** Registers a test or a suite for each condition: the first for every run, the others for `npm run test:all`. */
const registerEach =
  <Result extends void | Promise<void>>(register: Register) =>
  <const Condition>(
    conditions: readonly Condition[],
    titleOf: (condition: Condition) => string,
    body: (condition: Condition) => Result,
  ): void => {
    for (const [index, condition] of conditions.entries())
      register(titleOf(condition), index === 0 ? {} : FURTHER, () => body(condition));
  };

export const describeConditions = registerEach<void>(describe);
export const testConditions = registerEach<Promise<void>>(test);

/** The same conditions in the same order, beginning with another one: which one is the first differs from suite to suite. */
export const rotate = <Condition>(conditions: readonly Condition[], by: number): Condition[] => {
  const start = by % conditions.length;
  return [...conditions.slice(start), ...conditions.slice(0, start)];
};
