import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { audit, type Success, withPartition } from '../audit/audit.ts';
import type { Settings } from '../config/app-config.ts';
import { readSettings } from '../config/read-settings.ts';
import { FolderInUseError, hideNewFiles, takeLock } from '../data-folder/data-folder.ts';
import { describeStartFailure } from '../database/failures.ts';
import { isMigrated } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase, openMigrated } from '../database/open-database.ts';
import { COMMAND_TIMEOUTS } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Database } from '../database/types.ts';

/** A failure that the operator can correct. The message is one line. */
export class CommandError extends Error {}

/** Wrong arguments. The message is one line; the usage follows it. */
export class UsageError extends Error {}

/** The error for an address without an account. */
export const noAccount = (email: string): CommandError =>
  new CommandError(`There is no account for ${email}.`);

/** Describes why a command failed, in one line; for a locked data folder, with what to do. */
const describeCommandFailure = (error: unknown): string =>
  error instanceof FolderInUseError
    ? `${describeStartFailure(error)}. Stop it first, then try again: the embedded database takes one process at a time.`
    : describeStartFailure(error);

type Options = NonNullable<ParseArgsConfig['options']>;

// Node appends advice about positionals that begin with a hyphen.
const firstSentence = (message: string): string => `${message.split(/\. |\n/, 1)[0]}.`;

/**
 * Parses options and positionals with `node:util`.
 *
 * @param names of the positionals, in order; each is required
 * @throws UsageError for an unknown option, a missing value, or another number of positionals
 */
export const parseOptions = <Known extends Options>(
  args: readonly string[],
  names: readonly string[],
  options: Known,
) => {
  const parse = () => parseArgs({ args: [...args], options, allowPositionals: true });
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse();
  } catch (error) {
    throw new UsageError(firstSentence(error instanceof Error ? error.message : String(error)));
  }
  const missing = names[parsed.positionals.length];
  if (missing !== undefined) throw new UsageError(`Missing <${missing}>.`);
  const extra = parsed.positionals[names.length];
  if (extra !== undefined) throw new UsageError(`Unexpected argument: ${extra}`);
  return parsed;
};

const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?Z)?$/;

/** A point in time: a Date has milliseconds, the text keeps microseconds for the database. */
interface Timestamp {
  date: Date;
  text: string;
}

/** Parses a day or a time in UTC, like 2026-11-21 or 2026-11-21T09:30:00Z; undefined if malformed. */
export const parseTimestamp = (text: string): Timestamp | undefined => {
  const [, day] = ISO_8601.exec(text) ?? [];
  const date = new Date(text);
  // Date reads February 30 as a day in March.
  if (day === undefined || !(date.getTime() >= 0) || !date.toISOString().startsWith(day))
    return undefined;
  return { date, text: text === day ? `${day}T00:00Z` : text };
};

const GAP = '  ';

/** Formats rows as aligned columns, each as wide as its longest cell. */
export const formatTable = (rows: readonly (readonly string[])[]): string => {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  return rows
    .map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(GAP))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
};

/** A time to the minute in UTC, padded to the width of `formatSecond`. */
export const formatMinute = (at: Date): string =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')}    UTC`;

/** A time to the second in UTC. */
export const formatSecond = (at: Date): string =>
  `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const UNDEFINED_TABLE = '42P01';

const isReady = async ({ db }: OpenDatabase): Promise<boolean> => {
  try {
    return await isMigrated(db);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNDEFINED_TABLE) return false;
    throw error;
  }
};

const lockFolder = async ({ dataDir }: Pick<Settings, 'dataDir'>): Promise<() => void> => {
  // Opening PGlite would create an empty database.
  if (!existsSync(join(dataDir, 'db')))
    throw new CommandError(`DATA_DIR holds no database: ${dataDir}. Start the server once.`);
  return takeLock(join(dataDir, 'lock'));
};

/**
 * Runs work with the database of the settings: a PostgreSQL server at any time, the embedded database
 * while no server runs.
 *
 * @param migrates whether a database of an earlier version is migrated first
 * @throws CommandError if there is no database or it has another version; FolderInUseError if another
 * process has locked the embedded one
 */
const withCommandDatabase = async <Result>(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  work: (db: Kysely<Database>) => Promise<Result>,
  migrates = false,
): Promise<Result> => {
  const release = settings.databaseUrl === undefined ? await lockFolder(settings) : () => {};
  try {
    const database = await (migrates
      ? openMigrated(settings, COMMAND_TIMEOUTS)
      : openDatabase(settings));
    try {
      if (!(await isReady(database)))
        throw new CommandError('The database is of another version. Start the server once.');
      return await work(database.db);
    } finally {
      await database.close();
    }
  } finally {
    release();
  }
};

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

/** Runs a command as this process, with its arguments and settings. */
export const startCommand = async (
  run: (args: readonly string[], env: Record<string, string | undefined>) => Promise<number>,
): Promise<void> => {
  hideNewFiles();
  process.exitCode = await run(process.argv.slice(2), process.env);
};
