import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALLED = '/usr/lib/postgresql';

const findPrograms = (): string | undefined =>
  existsSync(INSTALLED)
    ? readdirSync(INSTALLED)
        .sort((one, other) => Number(other) - Number(one))
        .map((version) => join(INSTALLED, version, 'bin'))
        .find((folder) => existsSync(join(folder, 'initdb')))
    : undefined;

/** The reason why this machine can't run PostgreSQL; undefined if it can. */
export const missingPostgresReason = (): string | undefined =>
  findPrograms() === undefined ? `no PostgreSQL programs below ${INSTALLED}` : undefined;

// PostgreSQL refuses to run as root.
const unprivileged = async (): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

/** A temporary folder for clusters, of a user who may run PostgreSQL. */
export interface PostgresFolder {
  path: string;
  /** The folder of PostgreSQL's programs. */
  programs: string;
  user: { uid?: number; gid?: number };
  /** Runs one of PostgreSQL's programs as that user; rejects if it fails. */
  call(program: string, ...args: string[]): Promise<{ stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

/**
 * Creates a folder for clusters.
 *
 * @param parent the folder that contains it; the temporary folder by default
 * @param env further environment variables of the programs
 */
export const newPostgresFolder = async (
  parent = tmpdir(),
  env: Record<string, string> = {},
): Promise<PostgresFolder> => {
  const programs = findPrograms() ?? '';
  const user = await unprivileged();
  const path = await mkdtemp(join(parent, 'sitara-pg-'));
  await chmod(path, 0o700);
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
  return {
    path,
    programs,
    user,
    call: (program, ...args) =>
      run(join(programs, program), args, { ...user, cwd: path, env: { ...process.env, ...env } }),
    remove: () => rm(path, { recursive: true, force: true }),
  };
};
