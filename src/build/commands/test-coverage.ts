import type { Command } from './command-table.ts';
import { runTool } from './run-tool.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';

export const command: Command = {
  help: `npm run test:coverage: which lines and branches of src/server and src/contract the unit and server
tests run in their own process, on the embedded database. Prints every file that has a gap, and the sum.
npm run test:coverage -- auth   only test files whose path contains a word
-t, --testNamePattern <regex>   only tests whose name matches`,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  async run(words) {
    delete process.env['TEST_DATABASE_URL'];
    const isGreen = await runTool(
      'vitest',
      'run',
      '--project=unit',
      '--project=server',
      '--coverage.enabled',
      '--coverage.provider=v8',
      '--coverage.include=src/{server,contract}/**',
      '--coverage.reportsDirectory=.cache/coverage',
      '--coverage.reporter=text',
      '--coverage.reporter=text-summary',
      '--coverage.reporter=json',
      '--coverage.skipFull',
      '--coverage.reportOnFailure',
      ...testFilterArguments(words),
    );
    if (!isGreen) process.exitCode = 1;
  },
};
