import type { Kysely, Transaction } from 'kysely';
import { audit, type Success, withPartition } from '../auth/audit.ts';
import { readSettings } from '../config/read-settings.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../database/types.ts';
import { UsageError } from './command-error.ts';
import { describeCommandFailure } from './describe-command-failure.ts';
import { withCommandDatabase } from './open-command-database.ts';

const EXIT_SUCCESS = 0;
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

/** The database work of a command. It returns the text to print. */
export type Work = (db: Kysely<Database>) => Promise<string>;

/** Runs a command's work and inserts its audit row, in one transaction. */
export const audited = (
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<{ text: string; entry: Success }>,
): Promise<string> =>
  withPartition(db, () =>
    inTransaction(db, async (trx) => {
      const { text, entry } = await work(trx);
      await audit(trx, entry);
      return text;
    }),
  );

/** Where a command writes; `process` by default. */
export interface Output {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

interface Command {
  usage: string;
  /** @throws UsageError if the arguments are wrong, CommandError if they need a confirmation */
  parse(args: readonly string[]): Work;
  /** Whether it migrates a database of an earlier version, instead of refusing it. */
  migrates?: boolean;
}

/**
 * Runs a command.
 *
 * @returns the exit code: 0 success, 1 failure with one line on stderr, 2 wrong arguments with one
 * line and the usage on stderr
 */
export const runCommand = async (
  { usage, parse, migrates = false }: Command,
  args: readonly string[],
  env: Record<string, string | undefined>,
  { stdout, stderr }: Output,
): Promise<number> => {
  if (args.includes('--help')) {
    stdout.write(usage);
    return EXIT_SUCCESS;
  }
  try {
    const work = parse(args);
    stdout.write(await withCommandDatabase(readSettings(env), work, migrates));
    return EXIT_SUCCESS;
  } catch (error) {
    if (error instanceof UsageError) {
      stderr.write(`${error.message}\n\n${usage}`);
      return EXIT_USAGE;
    }
    stderr.write(`${describeCommandFailure(error)}\n`);
    return EXIT_FAILURE;
  }
};
