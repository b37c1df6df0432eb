import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** Runs a program on this terminal, in the folder of the project; resolves with whether its exit code is 0. */
export const runProgram = (program: string, ...args: string[]): Promise<boolean> =>
  new Promise((resolve) => {
    spawn(program, args, { cwd: ROOT, stdio: 'inherit' })
      .on('error', () => resolve(false))
      .on('exit', (code) => resolve(code === 0));
  });

/** Runs a tool of node_modules/.bin, as `runProgram` does. */
export const runTool = (name: string, ...args: string[]): Promise<boolean> =>
  runProgram(join(ROOT, 'node_modules', '.bin', name), ...args);
