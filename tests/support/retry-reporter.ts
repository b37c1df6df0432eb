import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How often the test failed before it passed, where a retry is allowed. */
    retries?: number;
  }
}

afterEach(({ task }) => {
  const retries = task.result?.retryCount ?? 0;
  if (retries > 0) task.meta.retries = retries;
});
