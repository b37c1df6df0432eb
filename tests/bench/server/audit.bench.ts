import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAuditPartitions, dropAuditPartitions } from '#server/database/audit-partitions.ts';
import { BATCH_ROWS } from '#server/database/reaper.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { median } from '../median.ts';
import { measureWrites, openBenchDatabase } from './bench-database.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const ROUNDS = 3;
const ROWS = isQuick ? 20_000 : 200_000;
const CHUNK_ROWS = 20_000;
const DAY_MS = 24 * 60 * 60_000;
const AGED_MS = 200 * DAY_MS;

/**
 * Audit rows per active user and day: usually a login, sometimes a logout, rarely a sign-up (four
 * rows) or a wrong password. Session renewals are not recorded.
 */
const ROWS_PER_USER_AND_DAY = 3;
const USERS_A_DAY = 1_000_000;
const DAYS_A_WEEK = 7;
const GB = 1e9;

// One row in ten is a refusal. Addresses and users are in random order, as in production.
const insertAuditRows = async (db: Kysely<Database>, table: string, week: string) => {
  for (let first = 1; first <= ROWS; first += CHUNK_ROWS)
    await sql`insert into ${sql.table(table)} (at, event, outcome, email, user_id, network, dedupe_key)
      select ${sql.raw(week)} + n * interval '1 millisecond',
        case when n % 3 = 0 then 'session' else 'login.password' end,
        case when n % 10 = 0 then 'rejected' when n % 3 = 0 then 'ended' else 'accepted' end,
        case when n % 3 > 0 or n % 10 = 0 then substr(md5('email ' || n), 1, 10) || '@company-' || n % 50000 || '.example' end,
        case when n % 10 > 0 then md5('user ' || n)::uuid end,
        '10.' || n % 200 || '.' || n / 200 % 200 || '.7',
        case when n % 10 = 0 then 'login.password rejected 10.1.1.1 ' || md5(n::text) || '@company.example' end
      from generate_series(${sql.lit(first)}, ${sql.lit(first + CHUNK_ROWS - 1)}) as n`.execute(db);
  await sql`analyze ${sql.table(table)}`.execute(db);
};

/** The audit table without partitions, as it was before. */
const createPlain = async (db: Kysely<Database>): Promise<void> => {
  const statements = [
    'drop table if exists plain_audit',
    'create table plain_audit (like audit including defaults, primary key (id), unique (dedupe_key))',
    'create index on plain_audit (at)',
    'create index on plain_audit (email, at)',
    'create index on plain_audit (user_id, at)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** Deletes batch by batch as the reaper does for other tables, then vacuums. */
const deleteRows = async (db: Kysely<Database>): Promise<void> => {
  let removed = BigInt(BATCH_ROWS);
  while (removed === BigInt(BATCH_ROWS)) {
    const { numAffectedRows = 0n } = await sql`delete from plain_audit where id = any(array(
      select id from plain_audit where at < now() order by at
      limit ${sql.lit(BATCH_ROWS)} for update skip locked))`.execute(db);
    removed = numAffectedRows;
  }
  await sql`vacuum plain_audit`.execute(db);
};

const bytesOf = async (db: Kysely<Database>, table: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`select
    pg_total_relation_size(${table}::regclass)::float8 as bytes`.execute(db);
  return rows[0]?.bytes ?? 0;
};

const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

test.each(databaseKinds)(
  'dropping a week of audit rows, compared with deleting as many rows (%s)',
  async (kind) => {
    const db = await openBenchDatabase(kind);
    const deleted = [];
    const dropped = [];
    const size: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await createPlain(db);
      await insertAuditRows(db, 'plain_audit', `now() - interval '200 days'`);
      deleted.push(await measureWrites(db, () => deleteRows(db)));

      await createAuditPartitions(db, ago(AGED_MS));
      // The other, empty weeks are dropped first, so that exactly one is measured.
      const week = `date_trunc('week', now() - interval '200 days', 'UTC')`;
      const { rows } = await sql<{ name: string }>`select
        to_char(${sql.raw(week)} at time zone 'UTC', '"audit_"YYYYMMDD') as name`.execute(db);
      const name = rows[0]?.name ?? '';
      await sql`alter table audit detach partition ${sql.table(name)}`.execute(db);
      await dropAuditPartitions(db);
      await sql`drop table ${sql.table(name)}`.execute(db);
      await createAuditPartitions(db, ago(AGED_MS));
      await insertAuditRows(db, 'audit', week);
      size.push(await bytesOf(db, name));
      dropped.push(await measureWrites(db, () => dropAuditPartitions(db)));
      expect(await db.selectFrom('audit').select('id').limit(1).execute()).toEqual([]);
    }
    const figure = (rows: { ms: number; bytes: number }[], what: 'ms' | 'bytes') =>
      median(rows.map((row) => row[what]));
    const bytesPerRow = median(size) / ROWS;
    const rowsAWeek = USERS_A_DAY * ROWS_PER_USER_AND_DAY * DAYS_A_WEEK;
    const table = [
      {
        database: kind,
        rows: ROWS,
        'deleted, ms': rounded(figure(deleted, 'ms')),
        'dropped, ms': rounded(figure(dropped, 'ms')),
        'times as long': rounded(figure(deleted, 'ms') / figure(dropped, 'ms')),
        'log of deleting, kB': rounded(figure(deleted, 'bytes') / 1000),
        'log of dropping, kB': rounded(figure(dropped, 'bytes') / 1000),
        'bytes a row': rounded(bytesPerRow),
        'million rows a week': rowsAWeek / 1e6,
        'GB a week': rounded((rowsAWeek * bytesPerRow) / GB),
      },
    ];
    console.table(table);
    console.log(JSON.stringify(table));
    expect(figure(dropped, 'ms')).toBeLessThan(figure(deleted, 'ms'));
  },
);
