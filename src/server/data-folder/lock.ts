import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { currentProcess, isRunning, type ProcessIdentity } from './process-identity.ts';

// A lock file that was just created may still be empty.
const WRITE_PAUSE_MS = 20;
const ATTEMPTS = 25;

/** The folder is locked. The message names the process. */
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

// Renamed before it is removed: if another process has replaced the stale lock meanwhile, the renamed
// file is its new lock and is restored.
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
 * Creates the lock file, and replaces a stale one, whose process no longer runs.
 *
 * @returns a function that removes the lock
 * @throws FolderInUseError if a running process has the lock
 */
export const takeLock = async (file: string): Promise<() => void> => {
  const { pid, startTime } = currentProcess();
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
    const isBeingWritten = found !== undefined && !holder && attempt < ATTEMPTS / 2;
    if (found === undefined || isBeingWritten) await pause(WRITE_PAUSE_MS);
    else removeStale(file, found);
  }
  throw new FolderInUseError(`Several processes want it at once (${file})`);
};
