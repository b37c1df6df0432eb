import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** How a test failed that passed when it was retried: the message and the line of the first try. */
    firstFailure?: string;
  }
}

// The errors of earlier tries stay with the test; the first one is of the first try.
afterEach(({ task }) => {
  const { retryCount = 0, errors: [first] = [] } = task.result ?? {};
  if (retryCount === 0 || !first) return;
  const line = first.stack?.split('\n').find((frame) => frame.includes(task.file.filepath));
  task.meta.firstFailure = [first.message, line?.trim()].filter(Boolean).join('\n');
});
