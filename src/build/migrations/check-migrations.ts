import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { type CreateFunctionStmt, type ParseResult, parse } from 'libpg-query';
import type { SchemaMigration } from '#server/database/migrate.ts';
import { openEmbeddedPool } from '#server/database/open-database.ts';
import { ROOT } from '../root.ts';
import { judgeStatement, type LastRelease } from './judge-statement.ts';

/** Output of git in the project; throws if it fails. */
export const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** A commit, its files by path. */
export interface Release {
  /** Its tag; the commit where a clone has no tags. */
  name: string;
  /** Paths of the files in a folder. */
  list(folder: string): string[];
  read(path: string): string;
}

const releaseAt = (name: string): Release => ({
  name,
  list: (folder) => git('ls-tree', '-r', '--name-only', name, folder).split('\n').filter(Boolean),
  read: (path) => git('show', `${name}:${path}`),
});

/** The commit of a release: the one that set its version, or the one before that which began the next. */
const findVersionCommit = (): string => {
  const commit = git('log', '-1', '--format=%H', '-G', '"version":', '--', 'package.json');
  const { version } = JSON.parse(git('show', `${commit}:package.json`));
  return String(version).includes('-') ? git('rev-parse', `${commit}^`) : commit;
};

/**
 * The last release: the newest tag like `v0.2.0` before this commit; without tags by the versions in package.json.
 *
 * @returns undefined without a history
 */
export const findLastRelease = (): Release | undefined => {
  for (const find of [
    () => git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*'),
    findVersionCommit,
  ])
    try {
      const name = find();
      if (name !== '') return releaseAt(name);
    } catch {
      // No tag, or no repository.
    }
  return undefined;
};

/** Folder of the migrations. */
export const MIGRATIONS = 'src/server/database/migrations';
/** Folder of the SQL functions. */
export const FUNCTIONS = 'src/server/database/functions';

/** A migration of the work tree. */
export interface WrittenMigration {
  /** Its path. */
  file: string;
  text: string;
  migration: SchemaMigration;
}

/** SQL functions of the work tree by their paths. */
export type WrittenFunctions = ReadonlyMap<string, string>;

/** The file of a release whose text names a table, column, type or function; migrations don't count. */
const findUser = (release: Release): LastRelease['userOf'] => {
  const sources = release
    .list('src/server')
    .filter((file) => /\.(?:ts|sql)$/.test(file) && !file.startsWith(MIGRATIONS))
    .map((file) => ({ file, text: release.read(file) }));
  return (name) =>
    name === ''
      ? undefined
      : sources.find(({ text }) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text))?.file;
};

/** Name, parameter types and result of a function, which servers of the last release call. */
const signatureOf = async (text: string): Promise<string> => {
  const { stmts = [] }: ParseResult = await parse(text);
  const functions = stmts.flatMap(({ stmt }) =>
    stmt && 'CreateFunctionStmt' in stmt ? [stmt.CreateFunctionStmt] : [],
  );
  const parts = ({ funcname, parameters, returnType }: CreateFunctionStmt) =>
    JSON.stringify([funcname, parameters, returnType], (key, value) =>
      key === 'location' || key === 'defexpr' ? undefined : value,
    );
  return functions.map(parts).join();
};

const functionFaults = async (release: Release, written: WrittenFunctions): Promise<string[]> => {
  const faults: string[] = [];
  for (const file of release.list(FUNCTIONS)) {
    const text = written.get(file);
    if (text === undefined) faults.push(`${file}: the last release calls this function`);
    else if ((await signatureOf(text)) !== (await signatureOf(release.read(file))))
      faults.push(`${file}: the last release calls it with other parameters: add another function`);
  }
  return faults;
};

/**
 * Judges the migrations that the last release does not have, by the statements that they run on a database of that
 * release, and the SQL functions that it calls.
 *
 * @returns a line for each fault: file, statement, what is wrong
 */
export const checkMigrations = async (
  release: Release,
  written: readonly WrittenMigration[],
  functions: WrittenFunctions,
): Promise<string[]> => {
  const released = new Set(release.list(MIGRATIONS));
  const faults = await functionFaults(release, functions);
  for (const file of released) {
    const text = written.find((one) => one.file === file)?.text;
    if (text?.trim() !== release.read(file))
      faults.push(`${file}: it was released, databases have run it: add another migration`);
  }
  const fresh = written.filter(({ file }) => !released.has(file));
  if (fresh.length === 0) return faults;

  const folder = await mkdtemp(join(tmpdir(), 'sitara-migrations-'));
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: await openEmbeddedPool(folder) }),
    log: ({ query }) => void statements.push(query.sql),
  });
  try {
    const run = ({ isOutsideTransaction, up }: SchemaMigration): Promise<string[]> => {
      const listen = async (connection: Kysely<unknown>) => {
        statements.length = 0;
        await up(connection);
        return [...statements];
      };
      return isOutsideTransaction ? listen(db) : db.transaction().execute(listen);
    };
    for (const { file, migration } of written) if (released.has(file)) await run(migration);
    const ask = async (query: string, ...values: string[]): Promise<boolean> => {
      const { rows } = await db.executeQuery<{ yes: boolean }>(CompiledQuery.raw(query, values));
      return rows[0]?.yes ?? false;
    };
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`.execute(db);
    const tables = new Set(rows.map(({ name }) => name));
    const last: LastRelease = {
      hasTable: async (name) => tables.has(name),
      userOf: findUser(release),
      isVolatile: (name) =>
        ask(`select bool_or(provolatile = 'v') as yes from pg_proc where proname = $1`, name),
      isCheckedNotNull: (table, column) =>
        ask(
          `select count(*) > 0 as yes from pg_constraint where conrelid = to_regclass($1) and convalidated
            and contype = 'c' and pg_get_constraintdef(oid) ilike '%(' || $2 || ' IS NOT NULL)%'`,
          table,
          column,
        ),
    };
    for (const { file, migration } of fresh) {
      for (const statement of await run(migration))
        for (const fault of await judgeStatement(last, statement))
          faults.push(`${file}: ${fault}: ${statement.replaceAll(/\s+/g, ' ')}`);
    }
    return faults;
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
};
