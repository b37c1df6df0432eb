import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A small file system for one test. */
export interface SmallDisk {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Mounts a tmpfs of this size.
 *
 * @returns the reason as a string if this machine can't mount one
 */
export const mountSmallDisk = async (megabytes: number): Promise<SmallDisk | string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    await rm(folder, { recursive: true });
    return 'no tmpfs can be mounted here (only root may)';
  }
  return {
    folder,
    async remove() {
      await run('umount', ['-l', folder]);
      await rm(folder, { recursive: true });
    },
  };
};
