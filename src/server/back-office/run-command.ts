import type { Kysely } from 'kysely';
import type { Database } from '../db/types.ts';
import { readSettings } from '../read-settings.ts';
import { explainCommandFailure } from './explain-command-failure.ts';
import { withBackOffice } from './open-back-office.ts';

const DONE = 0;
const FAILED = 1;
const MISUSED = 2;

/** What a command does with the database; the answer is printed. */
export type Work = (db: Kysely<Database>) => Promise<string>;

/** Where a command writes; a process is one. */
export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

interface Command {
  usage: string;
  /** Understands the words after the command's name, or doesn't. */
  parse(args: readonly string[]): Work | undefined;
}

/**
 * Runs a command of the back office.
 *
 * @returns the exit code: 0 done, 1 failed with one line on stderr, 2 misused
 */
export const runCommand = async (
  { usage, parse }: Command,
  args: readonly string[],
  env: Record<string, string | undefined>,
  { stdout, stderr }: Output,
): Promise<number> => {
  if (args.includes('--help')) {
    stdout.write(usage);
    return DONE;
  }
  const work = parse(args);
  if (!work) {
    stderr.write(usage);
    return MISUSED;
  }
  try {
    stdout.write(await withBackOffice(readSettings(env), work));
    return DONE;
  } catch (error) {
    stderr.write(`${explainCommandFailure(error)}\n`);
    return FAILED;
  }
};
