import { buildAll } from './build.ts';
import { isBuilt } from './fingerprint.ts';
import { runTool } from './run-tool.ts';

/** Runs the benchmarks; each prints a table and the same as JSON. */
export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) {
    console.log(
      'npm run bench: prints medians and ratios; npm run bench -- login narrows it down.',
    );
    return;
  }
  if (!isBuilt()) await buildAll();
  const isDone = await runTool(
    'vitest',
    'run',
    '--config',
    'tests/bench/vitest.config.ts',
    ...args,
  );
  if (!isDone) process.exitCode = 1;
};
