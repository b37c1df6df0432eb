import { buildAll } from './build.ts';
import { isBuilt } from './fingerprint.ts';
import { runTool } from './run-tool.ts';

const HELP = `npm run bench: prints tables, and the same as JSON.
Words after -- narrow it down: npm run bench -- login
npm run bench -- server presses the built server (npm run build first); with TEST_DATABASE_URL on
that PostgreSQL too, in a schema of its own. BENCH_QUICK=1 makes it short and small.`;

/** Runs the benchmarks; each prints a table and the same as JSON. */
export default async (args: string[]): Promise<void> => {
  if (args.includes('--help')) {
    console.log(HELP);
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
