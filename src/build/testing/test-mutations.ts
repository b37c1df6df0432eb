import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MS_PER_S } from '#contract/durations.ts';
import { importModule } from '#paths/load-chart.ts';
import type { Arguments, Commands } from '../commands/command-line.ts';
import { ROOT } from '../root.ts';
import {
  copyProject,
  isFailure,
  type Mutation,
  runTests,
  summaryLines,
  type TestOutcome,
  type Verdict,
  verdictLine,
  verdictOf,
  withMutation,
} from './mutations.ts';

const LISTS = join(ROOT, 'tests', 'mutations');

const HELP = `npm run test:mutations: breaks the product in one place at a time, and runs the tests that should notice.
The faults are listed in tests/mutations. They are made in a copy of the project in .cache/mutations,
with the uncommitted changes; the project itself stays as it is, also after Ctrl-C.
First the tests run on the unbroken copy. Exit code 1 if a fault is not noticed and its list gives no
reason, or if it cannot be made any more.
npm run test:mutations -- otp session   only faults whose name or file contains one of the words`;

const readMutations = async (): Promise<Mutation[]> => {
  const lists = await Promise.all(
    readdirSync(LISTS).map((name) => importModule(join(LISTS, name))),
  );
  return lists.flatMap((list) => Object.values(list) as Mutation[][]).flat();
};

const select = (mutations: Mutation[], words: string[]): Mutation[] =>
  mutations
    .filter(
      ({ name, file }) =>
        words.length === 0 || words.some((word) => `${name} ${file}`.includes(word)),
    )
    // Last, because the other tests use the build of the unbroken copy.
    .sort((one, other) => Number(one.needsBuild ?? false) - Number(other.needsBuild ?? false));

const runMutated = async (folder: string, mutation: Mutation): Promise<Verdict> => {
  const { tests: files, only, needsBuild = false } = mutation;
  const start = performance.now();
  let outcome: TestOutcome;
  try {
    outcome = await withMutation(folder, mutation, () =>
      runTests({ folder, files, only, keepsBuild: !needsBuild }),
    );
  } catch (error) {
    outcome = { passed: 0, failed: 0, isGreen: false, output: String(error) };
  }
  const verdict = verdictOf(outcome);
  const seconds = Math.round((performance.now() - start) / MS_PER_S);
  console.log(verdictLine(mutation, verdict, seconds));
  if (verdict === 'error') console.log(outcome.output.replaceAll(/^/gm, '  '));
  return verdict;
};

const fail = (reason: string): void => {
  console.error(reason);
  process.exitCode = 1;
};

const runMutations = async ({ positionals }: Arguments): Promise<void> => {
  const mutations = select(await readMutations(), positionals);
  if (mutations.length === 0) return fail(`No fault has a name like ${positionals.join(', ')}.`);
  const folder = copyProject();
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))];
  console.log(`Running ${files.length} test files without a fault.`);
  const unbroken = await runTests({ folder, files });
  if (verdictOf(unbroken) !== 'survived')
    return fail(`The tests fail without a fault.\n${unbroken.output}`);
  const verdicts: [Mutation, Verdict][] = [];
  for (const mutation of mutations) verdicts.push([mutation, await runMutated(folder, mutation)]);
  console.log(['', ...summaryLines(verdicts)].join('\n'));
  if (verdicts.some(([mutation, verdict]) => isFailure(mutation, verdict))) process.exitCode = 1;
};

export const commands: Commands = {
  'test:mutations': {
    help: HELP,
    allowPositionals: true,
    run: runMutations,
  },
};
