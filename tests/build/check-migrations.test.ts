import { describe, expect, it } from 'vitest';
import { checkMigrations } from '#build/migrations/check-migrations.ts';
import { judgeStatement } from '#build/migrations/judge-statement.ts';
import type { LastRelease } from '#build/migrations/judged-release.ts';
import { functions, planted, present, written } from '#tests/support/build/planted-migrations.ts';

const key = { columns: ['credential_id'], predicate: null, joinsNulls: false };

const last: LastRelease = {
  hasTable: (name) => name === 'sessions',
  hasColumn: (table) => table === 'sessions',
  isCheckedNotNull: (_table, column) => column === 'checked',
  isVolatile: (name) => name !== 'now',
  isBuiltIn: (name) => name !== 'fresh',
  hasFunction: (name) => name === 'refund_limits',
  findKey: (name) =>
    ['needed', 'doubled'].includes(name) ? { ...key, name, table: 'sessions' } : undefined,
  hasTwin: ({ name }) => name === 'doubled',
  userOf: (name) => (name === 'unused' ? undefined : 'src/server/x.ts'),
  conflictUserOf: () => 'src/server/y.ts',
};

describe('a migration beside servers of the last release', () => {
  it.each([
    ['alter table sessions drop column device', 'the column device'],
    ['drop table sessions', 'the table sessions'],
    ['drop function refund_limits(text[])', 'the function refund_limits'],
    ['drop type state', 'the type state'],
    ['alter table sessions rename column device to machine', 'the name device'],
    ['alter table sessions rename to logins', 'the name sessions'],
    ['alter function refund_limits(text[]) rename to f', 'the name refund_limits'],
    ["alter type state rename value 'sent' to 'open'", 'the value sent'],
    ['alter table sessions alter column device drop default', 'the default of device'],
    ['alter table sessions add column x text not null', 'without a default'],
    ['alter table sessions add column x uuid default gen_random_uuid()', 'rewrites'],
    ['alter table sessions add column x integer generated always as identity', 'rewrites'],
    ['alter table sessions add column n bigserial', 'rewrites'],
    ['alter table sessions add column n integer default fresh()', 'rewrites'],
    ['alter table sessions alter column device set default null', 'the default of device'],
    ['alter table sessions drop constraint needed', 'on conflict'],
    ['drop index needed', 'on conflict'],
    ['alter table sessions alter column device type varchar(9)', 'AT_AlterColumnType'],
    ['alter table sessions alter column device set not null', 'makes device not null'],
    ['alter table sessions add column x text unique', 'builds an index'],
    ['alter table sessions add column x uuid references users', 'checks every row'],
    ['alter table sessions add constraint c check (id is not null)', 'checks every row'],
    ['alter table sessions add unique (device)', 'builds an index'],
    ['create index i on sessions (device)', 'builds i under a lock'],
    ["update sessions set device = 'x'", 'locks rows'],
    ['delete from sessions', 'locks rows'],
    ['with gone as (delete from sessions returning id) select id from gone', 'locks rows'],
    [
      "insert into sessions (id) values ('x') on conflict (id) do update set id = 'y'",
      'locks rows',
    ],
    ['select from sessions for update', 'locks rows'],
    ['create table fresh as select id from sessions for share', 'locks rows'],
    [
      'with x as (merge into sessions using u on true when matched then delete returning 1) select 1',
      'locks rows',
    ],
    ['select fresh()', "calls fresh(), whose effects can't be judged"],
    ['create view v as select fresh()', 'calls fresh()'],
    [
      'create function f() returns void language sql as $$ drop table sessions $$',
      'the table sessions',
    ],
    ['create function f() returns void language plpgsql as $$ begin end $$', "f() can't be judged"],
    ['create function f() returns integer begin atomic; select 1; end', "f() can't be judged"],
    [
      'create function refund_limits(text[], more boolean default true) returns void language sql as $$ select $$',
      'refund_limits() is a function of the last release',
    ],
    ['create table fresh (id uuid references sessions)', 'keeps the last release from deleting'],
    [
      'alter table fresh add foreign key (id) references sessions',
      'from deleting rows of sessions',
    ],
    ["select set_config('search_path', 'other', false)", 'calls set_config()'],
    ['select pg_sleep(9)', 'calls pg_sleep()'],
    ['insert into x select other.now()', 'calls now()'],
    ['set search_path to other', 'sets search_path'],
    ['set local session_replication_role to replica', 'sets session_replication_role'],
    ['reset all', 'sets '],
    ['truncate sessions', "TruncateStmt can't be judged"],
    ['do $$ begin end $$', "DoStmt can't be judged"],
    ['drop sessions', "can't be parsed (syntax error"],
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
    'drop index doubled',
    'select from sessions',
    "set local statement_timeout to '1s'",
    "insert into sessions (id) values ('x') on conflict (id) do nothing",
    'create table fresh (id uuid default fresh())',
    'create table fresh (id uuid references sessions on delete cascade, other uuid references others)',
    'insert into fresh (x) select device from sessions',
    'create function f() returns boolean language sql as $$ select true $$',
  ])('may do this: %s', async (statement) => {
    expect(await judgeStatement(last, statement)).toEqual([]);
  });
});

/** Judges statements of one transaction. */
const judgeTogether = async (...statements: string[]): Promise<string[]> => {
  const state = { filled: new Set<string>() };
  const faults: string[] = [];
  for (const one of statements) faults.push(...(await judgeStatement(last, one, state)));
  return faults;
};

describe('a transaction that holds a lock', () => {
  const alter = 'alter table sessions add column x text';

  it.each([
    [
      'create table fresh (id uuid references sessions)',
      'insert into x select from generate_series(1, 9)',
    ],
    [alter, 'create table fresh as select id from sessions'],
    [alter, 'alter table sessions validate constraint c'],
    [alter, 'update fresh set id = null'],
    [alter, 'delete from fresh'],
    ['drop table sessions', 'select count(*) from fresh'],
    ['alter table sessions rename column unused to x', 'select count(*) from sessions'],
    ['drop index i', 'select count(*) from sessions'],
    ['create table fresh as select id from sessions', alter, 'create index i on fresh (id)'],
    [
      'insert into fresh select from sessions',
      'alter table fresh add foreign key (id) references sessions',
    ],
    ['alter table sessions add column x text, validate constraint c'],
  ])('does nothing that may take long: %s; %s', async (...statements) => {
    expect(await judgeTogether(...statements)).toContainEqual(
      expect.stringMatching(/^may take long while the transaction holds a lock on (?:sessions|i):/),
    );
  });

  it.each([
    [
      'create table fresh (id uuid references sessions on delete cascade)',
      'create index i on fresh (id)',
    ],
    [alter, 'insert into fresh (id) values (null)'],
    [alter, 'create view v as select id from sessions'],
    ['insert into sessions (id) select id from fresh', alter],
    ['create table fresh as select id from sessions', alter],
    ['alter table sessions validate constraint c', 'select from sessions'],
  ])('may do this: %s; %s', async (...statements) => {
    expect(await judgeTogether(...statements)).toEqual([]);
  });
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

  it('names the file of a statement that the database could not survive', async () => {
    const copying = planted('copy sessions from stdin');
    expect(await checkMigrations(present, [...written, copying], functions)).toEqual([
      `${copying.file}: fails (copy needs a stream of rows)`,
    ]);
  });

  it('refuses a new function of the name of a released one', async () => {
    const file = 'src/server/database/functions/refund.sql';
    const text = 'create function is_live(at date) returns boolean language sql return true';
    expect(await checkMigrations(present, written, new Map([...functions, [file, text]]))).toEqual([
      expect.stringContaining(`${file}: is_live() is a function of the last release`),
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
