import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Release } from '#build/migrations/check-migrations.ts';
import {
  checkMigrations,
  MIGRATIONS,
  type WrittenMigration,
} from '#build/migrations/check-migrations.ts';
import { judgeStatement, type LastRelease } from '#build/migrations/judge-statement.ts';
import { ROOT } from '#build/root.ts';
import { migrations } from '#server/database/migrate.ts';

const last: LastRelease = {
  hasTable: async (name) => name === 'sessions',
  isCheckedNotNull: async (_table, column) => column === 'checked',
  isVolatile: async (name) => name === 'gen_random_uuid',
  userOf: (name) => (name === 'unused' ? undefined : 'src/server/x.ts'),
};

describe('a migration beside servers of the last release', () => {
  it.each([
    ['alter table sessions drop column device', 'the column device'],
    ['drop table sessions', 'the table sessions'],
    ['drop function refund_limits(text[])', 'the function refund_limits'],
    ['drop type state', 'the type state'],
    ['alter table sessions rename column device to machine', 'the name device'],
    ['alter table sessions rename to logins', 'the name sessions'],
    ["alter type state rename value 'sent' to 'open'", 'the value sent'],
    ['alter table sessions alter column device drop default', 'the default of device'],
    ['alter table sessions add column x text not null', 'without a default'],
    ['alter table sessions add column x uuid default gen_random_uuid()', 'rewrites'],
    ['alter table sessions add column x integer generated always as identity', 'rewrites'],
    ['alter table sessions alter column device type varchar(9)', 'AT_AlterColumnType'],
    ['alter table sessions alter column device set not null', 'makes device not null'],
    ['alter table sessions add column x text unique', 'builds an index'],
    ['alter table sessions add column x uuid references users', 'checks every row'],
    ['alter table sessions add constraint c check (id is not null)', 'checks every row'],
    ['alter table sessions add unique (device)', 'builds an index'],
    ['create index i on sessions (device)', 'builds i under a lock'],
    ["update sessions set device = 'x'", 'locks rows'],
    ['delete from sessions', 'locks rows'],
    ['truncate sessions', "TruncateStmt can't be judged"],
    ['do $$ begin end $$', "DoStmt can't be judged"],
    ['select 1; drop table sessions', 'the table sessions'],
  ])('is refused: %s', async (statement, fault) => {
    expect((await judgeStatement(last, statement)).join('\n')).toContain(fault);
  });

  it.each([
    'create table fresh (id uuid primary key default gen_random_uuid(), x text not null)',
    'create index i on fresh (x)',
    'alter table fresh add column y text not null unique',
    'alter table sessions add column x text',
    'alter table sessions add column x timestamptz not null default now()',
    'alter table sessions drop column unused',
    'alter table sessions add constraint c check (id is not null) not valid',
    'alter table sessions validate constraint c',
    'alter table sessions alter column checked set not null',
    'create index concurrently i on sessions (device)',
    'alter table sessions add constraint u unique using index i',
    'drop index i',
    'insert into fresh (x) select device from sessions',
    'create function f() returns boolean language sql as $$ select true $$',
  ])('may do this: %s', async (statement) => {
    expect(await judgeStatement(last, statement)).toEqual([]);
  });
});

/** The work tree as a release. */
const present: Release = {
  name: 'v0.2.0',
  list: (folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(ROOT.length)),
  read: (file) => readFileSync(`${ROOT}${file}`, 'utf8').trim(),
};

const written: WrittenMigration[] = Object.entries(migrations).map(([name, migration]) => {
  const file = `${MIGRATIONS}/${name}.ts`;
  return { file, migration, text: present.read(file) };
});

const functions = new Map(
  present.list('src/server/database/functions').map((file) => [file, present.read(file)]),
);

const planted = (...statements: string[]): WrittenMigration => ({
  file: `${MIGRATIONS}/9999-planted.ts`,
  text: '',
  migration: {
    async up(db) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  },
});

describe('the check of migrations', () => {
  it('finds nothing in a release', async () => {
    expect(await checkMigrations(present, written, functions)).toEqual([]);
  });

  it('judges what a new migration runs on the database of the release, by its SQL', async () => {
    const faults = await checkMigrations(
      present,
      [
        ...written,
        planted(
          'alter table sessions add column x uuid default gen_random_uuid()',
          'alter table sessions drop column network',
          'alter table sessions alter column id set not null',
        ),
      ],
      functions,
    );
    expect(faults).toEqual([
      expect.stringContaining('9999-planted.ts: rewrites the table: gen_random_uuid()'),
      expect.stringMatching(/takes the column network away, .* \(src\/server\/.*\): alter table/),
      expect.stringContaining('makes id not null'),
    ]);
  });

  it('refuses a released migration that was changed, and a function with other parameters', async () => {
    const [first, ...others] = written;
    const changed = first ? [{ ...first, text: `${first.text}\n// changed` }, ...others] : [];
    const [file = '', text = ''] =
      [...functions].find(([name]) => name.endsWith('refund_limits.sql')) ?? [];
    const faults = await checkMigrations(
      present,
      changed,
      new Map([...functions, [file, text.replace('text[]', 'text')]]),
    );
    expect(faults).toEqual([
      expect.stringContaining('calls it with other parameters'),
      expect.stringContaining('it was released'),
    ]);
  });
});
