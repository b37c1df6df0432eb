import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SchemaMigration } from '#server/database/migrate.ts';
import { checkMigrations } from '../migrations/check-migrations.ts';
import { findLastRelease } from '../migrations/last-release.ts';
import { ROOT } from '../root.ts';
import type { Command, Commands } from './command-table.ts';

const modules = import.meta.glob<Record<string, SchemaMigration>>(
  '../../server/database/migrations/*.ts',
  {
    eager: true,
  },
);
const functions = import.meta.glob<string>('../../server/database/functions/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const pathOf = (key: string): string => key.replace('../../', 'src/');

const checkMigrationsCommand: Command = {
  help: `npm run check:migrations: judges the migrations that the last release does not have. They run beside its servers, so
they take nothing away that its SQL names, rewrite no table, and hold no lock for longer than a moment.`,
  async run() {
    const release = findLastRelease();
    if (!release) {
      console.log(
        'check:migrations: without the history of the project there is nothing to compare with.',
      );
      return;
    }
    const written = Object.entries(modules)
      .map(([key, exported]) => ({ file: pathOf(key), migration: Object.values(exported)[0] }))
      .flatMap(({ file, migration }) =>
        migration ? [{ file, migration, text: readFileSync(join(ROOT, file), 'utf8') }] : [],
      )
      .sort((a, b) => a.file.localeCompare(b.file));
    const faults = await checkMigrations(
      release,
      written,
      new Map(Object.entries(functions).map(([key, text]) => [pathOf(key), text])),
    );
    for (const fault of faults) console.error(fault);
    if (faults.length > 0) process.exitCode = 1;
  },
};

export const commands: Commands = { 'check:migrations': checkMigrationsCommand };
