import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { Command, Words } from './command-table.ts';
import { testFilterArguments, testFilterOptions } from './test-filter.ts';
import { endWith, notRunLines, ranLines, retriedLines, runTests } from './test-results.ts';

const HELP = `npm run test:engines: the core journeys in Chromium, Firefox and WebKit, on the built server.
Debian packages: chromium, firefox-esr, webkit2gtk-driver, xvfb. What is not installed is named as
NOT RUN; an installed browser that does not start is a failure.
CHROMIUM_PATH, FIREFOX_PATH and WEBKIT_DRIVER_PATH name other programs than those in PATH.
npm run test:engines -- firefox   only one engine: chromium, firefox, webkit
-t, --testNamePattern <regex>  only tests whose name matches`;

/** Runs the journeys in each engine; exit code 1 if one fails or if no engine is installed. */
const runEngines = async (words: Words): Promise<void> => {
  if (!isBuilt()) await buildAll();
  const results = await runTests(
    '--project=engines',
    '--maxWorkers=3',
    ...testFilterArguments(words),
  );
  const lines = [...ranLines(results), ...retriedLines(results), ...notRunLines(results)];
  console.log(['', ...lines].join('\n'));
  const hasRun = results.passed + results.failed > 0;
  if (!hasRun) console.log('No engine ran.');
  endWith({ ...results, isGreen: results.isGreen && hasRun });
};

export const command: Command = {
  help: HELP,
  options: { testNamePattern: testFilterOptions.testNamePattern },
  allowPositionals: true,
  run: runEngines,
};
