import type { Command } from './command-table.ts';
import { runTool } from './run-tool.ts';

const CHECKS = [
  { name: 'types', run: () => runTool('tsc') },
  { name: 'lint and format', run: () => runTool('biome', 'check', '--error-on-warnings') },
  { name: 'unused code', run: () => runTool('knip', '--no-progress') },
];

/** Number of static checks. */
export const CHECK_COUNT = CHECKS.length;

/** Runs every static check, prints a line for each, and returns the names of those that failed. */
export const failedChecks = async (): Promise<string[]> => {
  const outcomes = await Promise.all(
    CHECKS.map(async ({ name, run }) => {
      const isClean = await run();
      console.log(`${isClean ? 'clean ' : 'FAILED'}  ${name}`);
      return { name, isClean };
    }),
  );
  return outcomes.filter(({ isClean }) => !isClean).map(({ name }) => name);
};

export const command: Command = {
  help: 'npm run check: types, lint, format and unused code.',
  async run() {
    if ((await failedChecks()).length > 0) process.exitCode = 1;
  },
};
