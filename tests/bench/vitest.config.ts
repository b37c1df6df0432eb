import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/bench/**/*.bench.ts'],
    globalSetup: [
      'tests/support/build-site.ts',
      'tests/support/server/database/create-templates.ts',
    ],
    testTimeout: 10 * 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
