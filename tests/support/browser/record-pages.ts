import { join, relative } from 'node:path';
import type { RunnerTask, RunnerTestFile } from 'vitest';
import { ROOT } from '#build/root.ts';
import { modulesBehind, writePageRecord } from '#build/site/page-modules.ts';
import { FURTHER_TAG } from '#build/testing/test-results.ts';

/** The modules of each file's pages; a file can have several sites. */
const modules = new Map<string, string[]>();

/** Whether a test has done all that it does in `npm test`. */
const isComplete = (task: RunnerTask): boolean => {
  if (task.type === 'suite') return task.tasks.every(isComplete);
  const { result, mode, tags = [], meta } = task;
  if (result?.state === 'pass') return true;
  const isLeftOut = mode === 'skip' || result?.state === 'skip';
  return isLeftOut && (tags.includes(FURTHER_TAG) || meta.notRun !== undefined);
};

/**
 * Records which modules the pages of a test file loaded, for `npm test -- --changed`. A file of which
 * a test failed or was left out keeps its last record.
 */
export const recordPages = (
  file: RunnerTestFile,
  dist: string | undefined,
  paths: ReadonlySet<string>,
): void => {
  const loaded = [
    ...(modules.get(file.filepath) ?? []),
    ...modulesBehind(dist ?? join(ROOT, 'dist'), paths),
  ];
  modules.set(file.filepath, loaded);
  if (!file.tasks.every(isComplete)) return;
  writePageRecord(relative(ROOT, file.filepath), {
    startedAt: file.result?.startTime ?? 0,
    modules: [...new Set(loaded)].sort(),
  });
};
