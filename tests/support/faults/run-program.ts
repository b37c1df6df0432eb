import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { findProgram } from '#build/local-programs.ts';

/** `nobody` of Debian, the user of the pooler's image. */
const NOBODY = 65_534;

/** Runs a program until the test ends; as `nobody` where it would be root, which PgBouncer refuses. */
export const runProgram = (name: string, args: string[]): void => {
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn(findProgram(name) ?? name, args, { ...user, cwd: '/', stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
};
