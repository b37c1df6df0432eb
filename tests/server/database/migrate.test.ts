import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '#server/config/app-config.ts';
import { isMigrated, migrate, migrations } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { MIGRATION_TIMEOUTS } from '#server/database/pool.ts';
import type { Database } from '#server/database/types.ts';
import {
  createDatabase,
  databaseKinds,
  openTestDatabase,
} from '#tests/support/server/database/test-database.ts';

describe.each(databaseKinds)('a database that another release has migrated (%s)', (kind) => {
  const noteOf = async (db: Kysely<Database>) => {
    const { rows } = await sql<{ note: string }>`
      select obj_description('kysely_migration'::regclass, 'pg_class') as note`.execute(db);
    return rows[0]?.note;
  };

  const open = async (note?: string) => {
    const { db, close } = await openTestDatabase(kind);
    const released = await noteOf(db);
    onTestFinished(async () => {
      await sql`delete from kysely_migration where name like '9999%'`.execute(db);
      await sql`drop table if exists later`.execute(db);
      await sql`drop index if exists planted`.execute(db);
      await sql.raw(`comment on table kysely_migration is '${released}'`).execute(db);
      await migrate(db);
      await close();
    });
    if (note !== undefined) {
      await sql`insert into kysely_migration values ('9999-next', 'x')`.execute(db);
      await sql.raw(`comment on table kysely_migration is '${note}'`).execute(db);
    }
    return db;
  };

  it('has a note of the release and of the oldest that may run on it', async () => {
    expect(await noteOf(await open())).toMatch(new RegExp(`^release ${version}, runs with \\d`));
  });

  it('serves this one while the next one is taking over, which keeps its functions', async () => {
    const note = `release 99.0.0, runs with ${version}`;
    const db = await open(note);
    await sql`create or replace function is_code(hash bytea, tried bytea) returns boolean
      language sql immutable as $$ select null::boolean $$`.execute(db);
    await migrate(db);
    const { rows } = await sql<{ is: unknown }>`select is_code('a', 'a') as is`.execute(db);
    expect(rows).toEqual([{ is: null }]);
    expect(await noteOf(db)).toBe(note);
    expect(await isMigrated(db)).toBe(true);
  });

  it('stops this one once a release has taken away what it uses', async () => {
    await expect(migrate(await open('release 99.1.0, runs with 99.0.0'))).rejects.toThrow(
      'A newer version has migrated the database: 9999-next',
    );
  });

  it('builds an index outside of the transaction, and again after a crash', async () => {
    const db = await open();
    let starts = 0;
    const own = {
      ...migrations,
      '9999-index': {
        isOutsideTransaction: true,
        async up(trx: Parameters<(typeof migrations)[string]['up']>[0]) {
          starts += 1;
          if (starts === 1) throw new Error('crash');
          await sql`create index concurrently if not exists planted on sessions (network)`.execute(
            trx,
          );
        },
      },
      '9999-later': { up: (trx: typeof db) => sql`create table later (x text)`.execute(trx) },
    } as unknown as typeof migrations;
    await expect(migrate(db, own)).rejects.toThrow('crash');
    await migrate(db, own);
    await migrate(db, own);
    expect(starts).toBe(2);
    const { rows } = await sql`select indisvalid from pg_index
      where indexrelid = to_regclass('planted') and to_regclass('later') is not null`.execute(db);
    expect(rows).toEqual([{ indisvalid: true }]);
  });
});

it.runIf(databaseKinds.includes('PostgreSQL'))(
  'a change of a table that a backup reads lets others read it, and is made after the backup',
  async () => {
    const { url, drop } = await createDatabase();
    onTestFinished(drop);
    const place = { databaseUrl: url, dataDir: '' };
    const { db, close } = await openDatabase(place, MIGRATION_TIMEOUTS);
    onTestFinished(close);
    let attempts = 0;
    const own: typeof migrations = {
      ...migrations,
      '9999-column': {
        async up(trx) {
          attempts += 1;
          await sql`alter table leads add column later text`.execute(trx);
        },
      },
    };
    let migrating: Promise<void> | undefined;
    await db.transaction().execute(async (backup) => {
      await sql`lock table leads in access share mode`.execute(backup);
      migrating = migrate(db, own);
      await expect.poll(() => attempts).toBe(2);
      await sql`select from leads`.execute(db);
    });
    await migrating;
    await sql`select later from leads`.execute(db);
  },
);
