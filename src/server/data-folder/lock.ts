import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

// A lock that was just created may still be empty for a moment.
const WRITE_PAUSE_MS = 20;
const ATTEMPTS = 25;

/** The folder is in use. The message says by which process. */
export class FolderInUseError extends Error {}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

const parse = (text: string): ProcessIdentity | undefined => {
  const [, pid, startTime = ''] = /^(\d+) (\d*)\n$/.exec(text) ?? [];
  return pid === undefined ? undefined : { pid: Number(pid), startTime };
};

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
};

const create = (file: string, text: string): boolean => {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
};

// Moved aside before it is removed: if another starter was faster, what was moved is its fresh
// lock, and goes back.
const removeStale = (file: string, stale: string): void => {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== stale) linkSync(aside, file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
};

/**
 * Takes the lock file, or what a process left that no longer runs.
 *
 * @returns a function that gives it back
 * @throws FolderInUseError when a running process holds it
 */
export const takeLock = async (file: string): Promise<() => void> => {
  const { pid, startTime } = ownIdentity();
  const text = `${pid} ${startTime}\n`;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (create(file, text)) {
      return () => {
        if (read(file) === text) rmSync(file, { force: true });
      };
    }
    const found = read(file);
    const holder = parse(found ?? '');
    if (holder && isRunning(holder))
      throw new FolderInUseError(`Process ${holder.pid} is using it already (${file})`);
    const isUnfinished = found !== undefined && !holder && attempt < ATTEMPTS / 2;
    if (found === undefined || isUnfinished) await pause(WRITE_PAUSE_MS);
    else removeStale(file, found);
  }
  throw new FolderInUseError(`Several processes want it at once (${file})`);
};
