import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { ROOT } from './root.ts';

/** Where Debian installs servers, which is not in everybody's PATH. */
const SYSTEM_FOLDER = '/usr/sbin';

/** The path of a program, like `pgbouncer`; undefined if it is not installed. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), SYSTEM_FOLDER]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

const URL_OF_THIS_MACHINE = 'postgres://postgres@127.0.0.1:5432/test';
const CONNECT_TIMEOUT_MS = 3000;

/** `TEST_DATABASE_URL`, else this machine's PostgreSQL, which it becomes then; undefined if that does not answer. */
export const findDatabase = async (): Promise<string | undefined> => {
  if (process.env['TEST_DATABASE_URL']) return process.env['TEST_DATABASE_URL'];
  const client = new pg.Client({
    connectionString: URL_OF_THIS_MACHINE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect();
    await client.end();
  } catch {
    return undefined;
  }
  process.env['TEST_DATABASE_URL'] = URL_OF_THIS_MACHINE;
  return URL_OF_THIS_MACHINE;
};

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
