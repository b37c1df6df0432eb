import { defineConfig } from 'vitest/config';
import { eventPayloads } from './src/build/charts/event-payloads.ts';
import { legalMarkdown } from './src/build/legal/legal-markdown.ts';

export default defineConfig({
  plugins: [legalMarkdown(), eventPayloads()],
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Generous for busy machines: a condition that takes longer never comes.
    expect: { poll: { timeout: 15_000 } },
    // The summary of npm test names the tests that passed only on a retry, with their first failure.
    retry: Number(process.env['TEST_RETRIES'] ?? 0),
    tags: [{ name: 'random', retry: 0, description: 'Draws random values from a seed.' }],
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
          name: 'journeys',
          globalSetup: ['tests/support/browser/empty-failures.ts'],
          setupFiles: ['tests/support/retry-reporter.ts'],
          include: ['tests/{journeys,edges}/**/*.test.ts'],
          testTimeout: 90_000,
        },
      },
    ],
  },
});
