import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { approvedPictures, eventPayloads } from '#build/charts/charts-page.ts';
import { legalMarkdown } from '#build/legal/parse-legal.ts';
import { WITHOUT_STORAGE } from '#build/node-versions.ts';
import { FURTHER_TAG } from '#build/testing/test-results.ts';

/** Each worker has a browser or a database in memory, about 1 GB. */
const WORKERS_MAX = 8;
/** One more than processors: tests of timeouts, stops and other processes wait most of their time. */
const WORKERS = Math.min(availableParallelism() + 1, WORKERS_MAX);
/** The built site and server, and databases to copy. */
const REAL_PARTS = [
  'tests/support/build-site.ts',
  'tests/support/server/database/create-templates.ts',
];

const OLD_TYPESCRIPT = new URL('tests/support/openapi/old-typescript.ts', import.meta.url).pathname;

export default defineConfig({
  plugins: [legalMarkdown(), eventPayloads(), approvedPictures()],
  test: {
    // A limit for what hangs, not for what is slow on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A style sheet that a module reads as text is otherwise empty.
    css: { include: [/\.css\?raw$/] },
    maxWorkers: WORKERS,
    execArgv: WITHOUT_STORAGE,
    // Generous for busy machines: a condition that takes longer never comes.
    expect: { poll: { timeout: 30_000 } },
    // The summary of npm test names the tests that passed only on a retry, with their first failure.
    retry: Number(process.env['TEST_RETRIES'] ?? 0),
    tags: [
      {
        name: FURTHER_TAG,
        description:
          'For npm run test:all: a further condition, a fault from outside, a search at random.',
      },
      { name: 'random', retry: 0, description: 'Draws random values from a seed.' },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          // openapi-typescript needs the JavaScript API of TypeScript, which version 7 no longer has.
          alias: [{ find: /^typescript$/, replacement: OLD_TYPESCRIPT }],
          server: { deps: { inline: ['openapi-typescript'] } },
          setupFiles: ['tests/support/retry-reporter.ts', 'tests/support/fail-on-console.ts'],
          include: ['tests/{contract,machines,paths,rules,build,examples}/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          // A module scope for each file, but one process and one happy-dom for many.
          pool: 'vmForks',
          setupFiles: ['tests/support/retry-reporter.ts', 'tests/support/fail-on-console.ts'],
          include: ['tests/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          isolate: false,
          setupFiles: ['tests/support/retry-reporter.ts', 'tests/support/fail-on-console.ts'],
          globalSetup: REAL_PARTS,
          include: ['tests/server/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          globalSetup: REAL_PARTS,
          include: ['tests/long/**/*.test.ts'],
          testTimeout: 30 * 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          setupFiles: ['tests/support/retry-reporter.ts'],
          include: ['tests/engines/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'visual',
          isolate: false,
          setupFiles: [
            'tests/support/retry-reporter.ts',
            'tests/support/visual/require-packaged-browser.ts',
          ],
          globalSetup: [...REAL_PARTS, 'tests/support/visual/difference-record.ts'],
          include: ['tests/visual/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          isolate: false,
          setupFiles: ['tests/support/retry-reporter.ts'],
          globalSetup: [...REAL_PARTS, 'tests/support/browser/empty-failures.ts'],
          include: [
            'tests/{journeys,chart-paths}/**/*.test.ts',
            'tests/examples/**/*.browser.test.ts',
          ],
        },
      },
    ],
  },
});
