import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/app-config.ts';
import { takeLock } from './lock.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const SECRET_BYTES = 32;

export interface DataFolder {
  /** `SECRET_KEY`, or the generated secret in the folder. */
  secretKey: string;
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

/**
 * Creates the data folder, readable by its owner only. For the embedded database it also locks the folder:
 * only one process may use it.
 *
 * @throws FolderInUseError if another process has the lock
 */
export const openDataFolder = async (
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>,
): Promise<DataFolder> => {
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await chmod(dataDir, OWNER_ONLY_FOLDER);
  const release =
    settings.databaseUrl === undefined ? await takeLock(join(dataDir, 'lock')) : () => {};
  const secretKey = settings.secretKey ?? (await readOrGenerateSecret(join(dataDir, 'secret-key')));
  return { secretKey, release };
};
