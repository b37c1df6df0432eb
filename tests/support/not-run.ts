import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Why this machine could not run the test; the summary tells it. */
    notRun?: string;
    /** What it measured; the summary of the long tests tells it. */
    figures?: object;
  }
}

/** Skips a test that this machine can't run; without a reason, it can. */
export const skipBecause = (context: TestContext, reason: string | undefined): void => {
  if (reason === undefined) return;
  context.task.meta.notRun = reason;
  context.skip(reason);
};

/** The PostgreSQL for tests; without one, skips the test. */
export const testPostgres = (context: TestContext): string => {
  const url = process.env['TEST_DATABASE_URL'];
  skipBecause(context, url ? undefined : 'TEST_DATABASE_URL is not set');
  return url ?? '';
};
