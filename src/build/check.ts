import { runTool } from './run-tool.ts';

const CHECKS = [
  { name: 'types', run: () => runTool('tsc') },
  { name: 'lint and format', run: () => runTool('biome', 'check', '--error-on-warnings') },
  { name: 'unused code', run: () => runTool('knip', '--no-progress') },
];

/** How many there are. */
export const CHECK_COUNT = CHECKS.length;

/** Runs every static check; answers with the names of those that failed. */
export const failedChecks = async (): Promise<string[]> => {
  const failed: string[] = [];
  for (const { name, run } of CHECKS) {
    const isClean = await run();
    console.log(`${isClean ? 'clean ' : 'FAILED'}  ${name}`);
    if (!isClean) failed.push(name);
  }
  return failed;
};

export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) console.log('npm run check: types, lint, format and unused code.');
  else if ((await failedChecks()).length > 0) process.exitCode = 1;
};
