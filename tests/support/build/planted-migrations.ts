import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { WrittenMigration } from '#build/migrations/check-migrations.ts';
import { FUNCTIONS, MIGRATIONS, type Release } from '#build/migrations/last-release.ts';
import { ROOT } from '#build/root.ts';
import { migrations, type SchemaMigration } from '#server/database/migrate.ts';

/** The work tree as a release. */
export const present: Release = {
  name: 'v0.2.0',
  list: (folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(ROOT.length)),
  read: (file) => readFileSync(`${ROOT}${file}`, 'utf8').trim(),
};

/** Its migrations. */
export const written: WrittenMigration[] = Object.entries(migrations).map(([name, migration]) => {
  const file = `${MIGRATIONS}/${name}.ts`;
  return { file, migration, text: present.read(file) };
});

/** Its SQL functions. */
export const functions = new Map(present.list(FUNCTIONS).map((file) => [file, present.read(file)]));

/** A migration that runs statements. */
export const planted = (...statements: string[]): WrittenMigration =>
  plant('9999-planted', async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });

/** A migration of a name. */
export const plant = (
  name: string,
  up: SchemaMigration['up'],
  options: Pick<SchemaMigration, 'checksKeptBefore' | 'isOutsideTransaction'> = {},
): WrittenMigration => ({
  file: `${MIGRATIONS}/${name}.ts`,
  text: '',
  migration: { up, ...options },
});
