import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why this machine could not run the test; shown in the summary. */
    notRun?: string;
    /** Measured values; shown in the summary of the long tests. */
    figures?: object;
  }
}

/** Skips a test for a reason; does nothing if the reason is undefined. */
export const skipBecause = (context: TestContext, reason: string | undefined): void => {
  if (reason === undefined) return;
  context.task.meta.notRun = reason;
  context.skip(reason);
};

/** Skips the test if there is no PostgreSQL for tests. */
export const requirePostgres = (context: TestContext): void =>
  skipBecause(
    context,
    process.env['TEST_DATABASE_URL'] ? undefined : 'TEST_DATABASE_URL is not set',
  );
