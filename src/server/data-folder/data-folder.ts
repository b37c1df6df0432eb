import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import {
  access,
  chmod,
  constants,
  link,
  mkdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Settings } from '../config/app-config.ts';
import type { Secrets } from '../config/keys.ts';
import { SettingError } from '../config/read-settings.ts';

/** A process id with the start time, because ids are reused. The start time is empty without /proc. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

// Fields of /proc/<pid>/stat after the name in parentheses (man 5 proc).
const STATE_INDEX = 0;
const START_TIME_INDEX = 19;

const readStat = (pid: number): string[] | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
};

/** Identity of the current process. */
export const currentProcess = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: readStat(process.pid)?.[START_TIME_INDEX] ?? '',
});

const canBeSignalled = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Whether the process still runs. A zombie does not, nor another process with a reused id. */
const isRunning = ({ pid, startTime }: ProcessIdentity): boolean => {
  if (!canBeSignalled(pid)) return false;
  const stat = readStat(pid);
  if (stat === undefined) return true;
  const isDead = /[ZXx]/.test(stat[STATE_INDEX] ?? '');
  return !isDead && (startTime === '' || stat[START_TIME_INDEX] === startTime);
};

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

const OWNER_ONLY_UMASK = 0o077;

/** Files that this process creates from now on are its owner's only. */
export const hideNewFiles = (): void => {
  process.umask(OWNER_ONLY_UMASK);
};

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const SECRET_BYTES = 32;

export interface DataFolder {
  /** `SECRET_KEY`, or the generated secret in the folder. */
  secretKeys: Secrets;
  /** Removes the lock. */
  release(): void;
}

// Atomic: a partly written secret would make every later start fail.
const writeAtomically = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode: OWNER_ONLY_FILE });
    await link(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
};

const readOrGenerateSecret = async (file: string): Promise<string> => {
  try {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await writeAtomically(file, secret);
    return secret;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = await readFile(file, 'utf8');
  // A truncated secret would be weak.
  if (secret.trim().length < SECRET_BYTES)
    throw new Error(`SECRET_KEY is unset and the generated one is damaged: remove ${file}`);
  return secret.trim();
};

/** Creates a folder and those above it. Node's `recursive` tries for ever where nothing can be created, as in /proc. */
const createFolders = async (folder: string): Promise<void> => {
  if (!existsSync(folder) && dirname(folder) !== folder) await createFolders(dirname(folder));
  await mkdir(folder, { mode: OWNER_ONLY_FOLDER }).catch(async (error: unknown) => {
    const found = await stat(folder).catch(() => undefined);
    if (!found?.isDirectory()) throw error;
  });
};

/**
 * Creates the data folder, readable by its owner only. For the embedded database it also locks the folder:
 * only one process may use it.
 *
 * @throws FolderInUseError if another process has the lock; SettingError if the folder can't be written to
 */
export const openDataFolder = async (
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKeys'>,
): Promise<DataFolder> => {
  const { dataDir } = settings;
  try {
    await createFolders(dataDir);
    await chmod(dataDir, OWNER_ONLY_FOLDER);
    // A folder on a read-only disk may exist already.
    await access(dataDir, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new SettingError(`DATA_DIR can't be used as a folder: ${reason}`, { cause: error });
  }
  const release =
    settings.databaseUrl === undefined ? await takeLock(join(dataDir, 'lock')) : () => {};
  const secretKeys = settings.secretKeys ?? [
    await readOrGenerateSecret(join(dataDir, 'secret-key')),
  ];
  return { secretKeys, release };
};
