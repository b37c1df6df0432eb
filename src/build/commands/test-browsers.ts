import { accessSync, constants } from 'node:fs';
import { type Results, runTests } from './test-results.ts';

/** Sign-up, login, demo and routes: what has to work in a browser other than the packaged one. */
const MAIN_JOURNEYS = [
  'journeys/flows/sign-up.test.ts',
  'journeys/flows/login.test.ts',
  'journeys/flows/demo.test.ts',
  'journeys/routing/routes.test.ts',
  'journeys/pages/fonts.test.ts',
];

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Runs the main journeys in each browser of TEST_BROWSERS, and says where they ran or why not. */
export const runInFurtherBrowsers = async (): Promise<{ runs: Results[]; lines: string[] }> => {
  const paths = (process.env['TEST_BROWSERS'] ?? '').split(',').filter(Boolean);
  if (paths.length === 0)
    return {
      runs: [],
      lines: ['NOT RUN main journeys in another browser: TEST_BROWSERS is not set'],
    };
  const runs: Results[] = [];
  const lines: string[] = [];
  const own = process.env['CHROMIUM_PATH'];
  for (const path of paths) {
    if (!isExecutable(path)) {
      lines.push(`NOT RUN main journeys in ${path}: there is no such program`);
      continue;
    }
    process.env['CHROMIUM_PATH'] = path;
    runs.push(await runTests('--project=journeys', ...MAIN_JOURNEYS));
    lines.push(`The main journeys ran in ${path} as well.`);
  }
  if (own === undefined) delete process.env['CHROMIUM_PATH'];
  else process.env['CHROMIUM_PATH'] = own;
  return { runs, lines };
};
