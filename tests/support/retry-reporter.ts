import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How a test failed that passed when it was retried: the message and the line of the first try. */
    firstFailure?: string;
  }
}

const IN_TESTS = /^\s+at .*\/tests\/.*$/m;

// The errors of earlier tries stay with the test; the first one is of the first try.
afterEach(({ task }) => {
  const { retryCount = 0, errors: [first] = [] } = task.result ?? {};
  if (retryCount === 0 || !first) return;
  task.meta.firstFailure = [first.message, IN_TESTS.exec(first.stack ?? '')?.[0]]
    .filter(Boolean)
    .join('\n');
});
