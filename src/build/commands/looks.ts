import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { Command, Words } from './command-table.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';
import { endWith, notRunLines, retriedLines, runTests } from './test-results.ts';

const HELP = `npm run looks: compares every page and every state of every flow with approved pictures, at
390 and 1440 px, light and dark. .cache/looks/index.html shows what differs: was, is, difference.
npm run looks -- --approve  renews tests/looks/approved after an intended change
npm run looks -- pages      only test files whose path contains a word
-t, --testNamePattern <regex>  only tests whose name matches`;

/** Compares or approves the pictures; exit code 1 if one differs or cannot be taken. */
const runLooks = async ({ values, positionals }: Words): Promise<void> => {
  if (!isBuilt()) await buildAll();
  if (values['approve']) process.env['LOOKS'] = 'approve';
  const results = await runTests(
    '--project=looks',
    ...testFilterArguments({ values, positionals }),
  );
  for (const line of [...retriedLines(results), ...notRunLines(results)]) console.log(line);
  if (!results.isGreen) console.log('What differs: .cache/looks/index.html');
  endWith(results);
};

export const command: Command = {
  help: HELP,
  options: {
    approve: { type: 'boolean' },
    testNamePattern: testFilterOptions.testNamePattern,
  },
  allowPositionals: true,
  run: runLooks,
};
