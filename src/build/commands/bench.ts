import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { Command } from './command-table.ts';
import { runTool } from './run-tool.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';

export const command: Command = {
  help: `npm run bench: prints each benchmark as a table and as JSON.
npm run bench -- login          only the benchmarks whose path contains a word
npm run bench -- server.bench   load on the built server; with TEST_DATABASE_URL on that PostgreSQL too,
                                in a database of its own. BENCH_QUICK=1 makes it short and small.
npm run bench -- load           the peak of a million users a day; also peers (against better-auth) and
                                profile. They need TEST_DATABASE_URL.
-t, --testNamePattern <regex> selects by test name.`,
  options: testFilterOptions,
  allowPositionals: true,
  async run(words) {
    if (!isBuilt()) await buildAll();
    const config = ['--config', 'tests/bench/vitest.config.ts'];
    if (!(await runTool('vitest', 'run', ...config, ...testFilterArguments(words))))
      process.exitCode = 1;
  },
};
