import { defineConfig } from 'vitest/config';
import { eventPayloads } from './src/build/charts/event-payloads.ts';
import { legalMarkdown } from './src/build/legal/legal-markdown.ts';

export default defineConfig({
  plugins: [legalMarkdown(), eventPayloads()],
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The summary of npm test names the tests that passed only on a retry.
    retry: Number(process.env['TEST_RETRIES'] ?? 0),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: ['tests/support/retry-reporter.ts', 'tests/support/fail-on-console.ts'],
          include: ['tests/{contract,machines,paths,web,build,examples}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: ['tests/support/retry-reporter.ts', 'tests/support/fail-on-console.ts'],
          include: ['tests/server/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
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
          testTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          setupFiles: ['tests/support/retry-reporter.ts'],
          include: ['tests/{journeys,edges}/**/*.test.ts'],
          testTimeout: 90_000,
          // Generous, because CI machines may be busy.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
