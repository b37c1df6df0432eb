import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { takeLock } from './lock.ts';

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const SECRET_BYTES = 32;

export interface DataFolder {
  /** The key of the settings, or the one that lies in the folder. */
  secretKey: string;
  /** Lets another process have the folder. */
  release(): void;
}

// Whole or not at all, however it ends: half a key would stop every later start.
const writeWhole = async (file: string, text: string): Promise<void> => {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode: OWNER_ONLY_FILE });
    await link(unfinished, file);
  } finally {
    await rm(unfinished, { force: true });
  }
};

const generatedSecret = async (file: string): Promise<string> => {
  try {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await writeWhole(file, secret);
    return secret;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = await readFile(file, 'utf8');
  // A shorter key must never be used quietly.
  if (secret.trim().length < SECRET_BYTES)
    throw new Error(`SECRET_KEY is unset and the generated one is damaged: remove ${file}`);
  return secret.trim();
};

/**
 * Makes the data folder, for its owner only, and takes it: one process at a time on the embedded
 * database (any number may share a PostgreSQL server).
 *
 * @throws FolderInUseError when another process has it
 */
export const openDataFolder = async (
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'secretKey'>,
): Promise<DataFolder> => {
  const { dataDir } = settings;
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY_FOLDER });
  await chmod(dataDir, OWNER_ONLY_FOLDER);
  const release =
    settings.databaseUrl === undefined ? await takeLock(join(dataDir, 'lock')) : () => {};
  const secretKey = settings.secretKey ?? (await generatedSecret(join(dataDir, 'secret-key')));
  return { secretKey, release };
};
