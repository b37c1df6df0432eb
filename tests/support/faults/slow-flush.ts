import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const sourceOf = (delayMs: number): string => `#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>
static int slowly(const char *name, int fd) {
  usleep(${delayMs * 1000});
  return ((int (*)(int)) dlsym(RTLD_NEXT, name))(fd);
}
int fsync(int fd) { return slowly("fsync", fd); }
int fdatasync(int fd) { return slowly("fdatasync", fd); }
`;

export interface SlowFlush {
  /** Environment of a process whose flushes are slow. */
  env: { LD_PRELOAD: string };
  remove(): Promise<void>;
}

/** Compiles a library that makes every flush to the disk slower, as a disk without a cache is. Needs gcc. */
export const compileSlowFlush = async (delayMs: number): Promise<SlowFlush> => {
  const folder = await mkdtemp(join(tmpdir(), 'sitara-flush-'));
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const [source, library] = [join(folder, 'flush.c'), join(folder, 'flush.so')];
  await writeFile(source, sourceOf(delayMs));
  await run('gcc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  return { env: { LD_PRELOAD: library }, remove: () => rm(folder, { recursive: true }) };
};
