import { relative } from 'node:path';
import fc from 'fast-check';
import { TestRunner } from 'vitest';
import { ROOT } from '#build/root.ts';

// The report of a run keeps the text of an error, not its cause.
fc.configureGlobal({ includeErrorInReport: true });

const SEEDS = 2 ** 31;

/**
 * The seed of the running test: `TEST_SEED`, else a new one. A failure says how to repeat it.
 *
 * @throws if the test lacks the tag `random`, which forbids retries: a retry would draw other values
 * and hide the failure
 */
export const randomSeed = (): number => {
  const test = TestRunner.getCurrentTest();
  if (!test?.tags?.includes('random'))
    throw new Error(`Add { tags: 'random' } to the test that draws random values: ${test?.name}`);
  const seed = Number(process.env['TEST_SEED'] ?? Date.now() % SEEDS);
  const file = relative(ROOT, test.file.filepath);
  // The filter is a regular expression, and the shell has its own special characters.
  const name = test.name.replaceAll(/[^\w ,-]/g, '.');
  test.context.onTestFailed(() => {
    const [error] = test.result?.errors ?? [];
    if (error)
      error.message += `\n\nRepeat it: TEST_SEED=${seed} npx vitest run ${file} -t '${name}'`;
  });
  return seed;
};
