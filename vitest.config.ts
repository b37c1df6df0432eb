import { defineConfig } from 'vitest/config';
import { legalMarkdown } from './src/build/legal-markdown.ts';

export default defineConfig({
  plugins: [legalMarkdown()],
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Where a second try is allowed, the summary names who needed it.
    retry: Number(process.env['TEST_RETRIES'] ?? 0),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          setupFiles: ['tests/support/note-tries.ts', 'tests/support/quiet-console.ts'],
          include: ['tests/{contract,machines,paths,web,build}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: ['tests/support/note-tries.ts', 'tests/support/quiet-console.ts'],
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
          setupFiles: ['tests/support/note-tries.ts'],
          include: ['tests/{journeys,edges}/**/*.test.ts'],
          testTimeout: 90_000,
          // As long as the browser's own steps may take: the machine may be busy.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
