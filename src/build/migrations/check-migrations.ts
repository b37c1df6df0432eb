import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, type KyselyPlugin, PostgresDialect, sql } from 'kysely';
import type { SchemaMigration } from '#server/database/migrate.ts';
import { openEmbeddedPool } from '#server/database/open-database.ts';
import { functionFaults, type WrittenFunctions } from './function-faults.ts';
import { insertFaults } from './insert-faults.ts';
import type { TransactionState } from './judge-locks.ts';
import { judgeStatement } from './judge-statement.ts';
import { describeRelease } from './judged-release.ts';
import { FUNCTIONS, findUsers, MIGRATIONS, type Release } from './last-release.ts';
import { plantRows } from './plant-rows.ts';
import { readSchema } from './read-schema.ts';

/** A migration of the work tree. */
export interface WrittenMigration {
  /** Its path. */
  file: string;
  text: string;
  migration: SchemaMigration;
}

/** A migration has no stream of rows, without which the embedded database ends. */
const refuseCopy: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'RawNode' && /^\s*copy\b/i.test(node.sqlFragments[0] ?? ''))
      throw new Error('copy needs a stream of rows');
    return node;
  },
  transformResult: async ({ result }) => result,
};

/** Runs a migration, and notes its statements, as the server would run it. */
type Run = (migration: SchemaMigration) => Promise<{ statements: string[]; failure?: Error }>;

const runnerOf = (db: Kysely<unknown>, statements: string[]): Run => {
  return async ({ isOutsideTransaction, up }) => {
    const heard: string[] = [];
    const listen = async (connection: Kysely<unknown>) => {
      statements.length = 0;
      try {
        await up(connection);
      } finally {
        heard.push(...statements);
        // It may have left a transaction of its own open.
        if (isOutsideTransaction) await sql`rollback`.execute(connection);
      }
    };
    const running = isOutsideTransaction ? listen(db) : db.transaction().execute(listen);
    return running.then(
      () => ({ statements: heard }),
      (failure: Error) => ({ statements: heard, failure }),
    );
  };
};

const releasedFaults = (
  release: Release,
  released: ReadonlySet<string>,
  written: readonly WrittenMigration[],
): string[] =>
  [...released]
    .filter((file) => written.find((one) => one.file === file)?.text.trim() !== release.read(file))
    .map((file) => `${file}: it was released, databases have run it: add another migration`);

/** Judges new migrations on the database of the last release. */
const freshFaults = async (
  db: Kysely<unknown>,
  run: Run,
  release: Release,
  fresh: readonly WrittenMigration[],
): Promise<string[]> => {
  const faults = await plantRows(db);
  const before = await readSchema(db);
  const last = describeRelease(before, findUsers(release));
  const kept = new Set<string>();
  let state: TransactionState = { filled: new Set() };
  for (const { file, migration } of fresh) {
    const { statements, failure } = await run(migration);
    // Migrations that follow each other share a transaction.
    const isOutside = migration.isOutsideTransaction ?? false;
    if (isOutside || state.isOutside) state = { filled: state.filled, isOutside };
    for (const [place, statement] of statements.entries()) {
      const found = await judgeStatement(last, statement, state);
      if (failure && place === statements.length - 1 && found.length === 0)
        found.push(`fails (${failure.message})`);
      for (const fault of found)
        faults.push(`${file}: ${fault}: ${statement.replaceAll(/\s+/g, ' ')}`);
    }
    if (failure && statements.length === 0) faults.push(`${file}: fails (${failure.message})`);
    for (const name of migration.checksKeptBefore ?? []) kept.add(name);
    const after = await readSchema(db).catch((error: Error) => error);
    if (after instanceof Error)
      return [...faults, `${file}: leaves no database to judge (${after.message})`];
    // A fault stays in the database: it is that of the first migration after which it is there.
    for (const fault of await insertFaults(db, last, before, after, kept))
      if (!faults.some((known) => known.endsWith(`: ${fault}`))) faults.push(`${file}: ${fault}`);
  }
  return faults;
};

/**
 * Judges the migrations that the last release does not have, by the statements that they run on a database of that
 * release, and the SQL functions that it calls.
 *
 * @returns a line for each fault: file, what is wrong, statement
 */
export const checkMigrations = async (
  release: Release,
  written: readonly WrittenMigration[],
  functions: WrittenFunctions,
): Promise<string[]> => {
  const released = new Set(release.list(MIGRATIONS));
  const faults = [
    ...(await functionFaults(release, functions)),
    ...releasedFaults(release, released, written),
  ];
  const fresh = written.filter(({ file }) => !released.has(file));
  if (fresh.length === 0) return faults;

  const folder = await mkdtemp(join(tmpdir(), 'sitara-migrations-'));
  const statements: string[] = [];
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: await openEmbeddedPool(folder) }),
    plugins: [refuseCopy],
    log: ({ query }) => void statements.push(query.sql),
  });
  try {
    const run = runnerOf(db, statements);
    for (const { file, migration } of written)
      if (released.has(file)) {
        const { failure } = await run(migration);
        if (failure) throw failure;
      }
    for (const file of release.list(FUNCTIONS)) await sql.raw(release.read(file)).execute(db);
    return [...faults, ...(await freshFaults(db, run, release, fresh))];
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
  }
};
