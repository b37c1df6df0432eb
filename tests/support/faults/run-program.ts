import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import { findProgram } from '#build/local-programs.ts';

/** `nobody` of Debian, the user of the pooler's image. */
const NOBODY = 65_534;

interface ProgramOptions {
  /** By default `nobody` where it would be root, which PgBouncer refuses. */
  user?: { uid?: number; gid?: number };
  /** Further environment variables. */
  env?: Record<string, string>;
  /** The file of its output, which is dropped by default. */
  log?: string;
}

/** Runs a program until the test ends; returns a function that kills it before. */
export const runProgram = (
  name: string,
  args: string[],
  { user, env, log }: ProgramOptions = {},
): (() => Promise<void>) => {
  const nobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const child = spawn(findProgram(name) ?? name, args, {
    ...(user ?? nobody),
    cwd: '/',
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
  });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return kill;
};
