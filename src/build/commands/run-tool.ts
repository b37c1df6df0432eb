import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** Runs a tool of node_modules/.bin on this terminal; resolves with whether its exit code is 0. */
export const runTool = (name: string, ...args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    spawn(join(ROOT, 'node_modules', '.bin', name), args, { cwd: ROOT, stdio: 'inherit' })
      .on('error', () => resolve(false))
      .on('exit', (code) => resolve(code === 0));
  });
