import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { reap } from '#server/database/reaper.ts';
import type { Database } from '#server/database/types.ts';
import { fillDatabase } from '#tests/support/server/database/fill-database.ts';
import { databaseKinds } from '#tests/support/server/database/test-database.ts';
import { median } from '../median.ts';
import { measureWrites, openBenchDatabase } from './bench-database.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const ROUNDS = isQuick ? 1 : 3;
const ROWS = isQuick ? 5000 : 50_000;
/** Each statement updates one row in so many, so that each page gets some. */
const SHARE = 20;
const US_PER_MS = 1000;
const MS_PER_S = 1000;

type Writes = Awaited<ReturnType<typeof measureWrites>>;

const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

const perRow = (writes: readonly Writes[], rows: number) => ({
  'µs a row': rounded((median(writes.map(({ ms }) => ms)) / rows) * US_PER_MS),
  'bytes of log a row': Math.round(median(writes.map(({ bytes }) => bytes)) / rows),
});

const run = async (db: Kysely<Database>, ...statements: string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const print = (table: object[]) => {
  console.table(table);
  console.log(JSON.stringify(table));
};

test.each(databaseKinds)(
  'counting requests: the time in an index, as before, or not (%s)',
  async (kind) => {
    const db = await openBenchDatabase(kind);
    const table = [];
    const update = async (name: string) => {
      for (let part = 0; part < SHARE; part += 1)
        await run(
          db,
          `update ${name} set tat = tat + interval '1 second' where number % ${SHARE} = ${part}`,
        );
    };
    for (const [what, name, ...more] of [
      ['in an index', 'indexed_limits', 'create index on indexed_limits (tat)'],
      ['not', 'hot_limits', 'alter table hot_limits set (fillfactor = 70)'],
    ] as const) {
      await run(
        db,
        `create table ${name} (key text primary key, tat timestamptz not null, number integer)`,
        ...more,
        `insert into ${name} select 'password tries failed-' || n || '@filled.example ', now(), n
          from generate_series(1, ${ROWS}) as n`,
        `vacuum analyze ${name}`,
      );
      const writes = [];
      for (let round = 0; round < ROUNDS; round += 1)
        writes.push(await measureWrites(db, () => update(name)));
      table.push({ database: kind, 'time of the limit': what, ...perRow(writes, ROWS) });
    }
    print(table);
    expect(table).toHaveLength(2);
  },
);

test.each(databaseKinds)('inserting mails: random ids or time-ordered ones (%s)', async (kind) => {
  const db = await openBenchDatabase(kind);
  const table = [];
  for (const make of ['gen_random_uuid', 'time_ordered_uuid']) {
    await run(
      db,
      'drop table if exists made',
      `create table made (id uuid primary key default ${make}(), recipient text not null)`,
    );
    const writes = [];
    for (let round = 0; round < 2 * ROUNDS; round += 1)
      writes.push(
        await measureWrites(db, () =>
          run(
            db,
            `insert into made (recipient) select 'asha@acme.example' from generate_series(1, ${ROWS})`,
          ),
        ),
      );
    const { rows } = await sql<{ bytes: number }>`select
      pg_relation_size('made_pkey')::float8 as bytes`.execute(db);
    table.push({
      database: kind,
      ids: make,
      // The later rounds find an index to insert into.
      ...perRow(writes.slice(ROUNDS), ROWS),
      'bytes of index a row': Math.round((rows[0]?.bytes ?? 0) / ROWS / 2 / ROUNDS),
    });
  }
  print(table);
  expect(table).toHaveLength(2);
});

/** What makes every row of a filled table due for the reaper. */
const dueRows: [what: string, statement: string][] = [
  ['codes, expired', `update codes set expires_at = now() - interval '1 second'`],
  ['sign_ups, expired', `update sign_ups set expires_at = now() - interval '1 second'`],
  ['outbox, kept for a day', `update outbox set sent_at = now() - interval '25 hours'`],
  [
    'limits, expired',
    `update limits set tat = now() - interval '1 s', reap_at = now() - interval '1 s'`,
  ],
  [
    'limits, postponed',
    `update limits set tat = now() + interval '1 h', reap_at = now() - interval '1 s'`,
  ],
  [
    'sessions, expired',
    `update sessions set expires_at = now() - interval '1 s', reap_at = now() - interval '1 s'`,
  ],
  [
    'sessions, postponed',
    `update sessions set ended_at = null, expires_at = now() + interval '9 days', reap_at = now() - interval '1 s'`,
  ],
];

test.each(databaseKinds)('rows that the reaper handles a second (%s)', async (kind) => {
  const db = await openBenchDatabase(kind);
  const table = [];
  for (const [what, statement] of dueRows) {
    await run(
      db,
      'truncate users, companies, codes, sign_ups, limits, outbox, leads, audit cascade',
    );
    await fillDatabase(db, { users: 100, sessions: ROWS, leads: 1, others: ROWS });
    await reap(db);
    await run(db, statement, 'vacuum analyze');
    const { ms, bytes } = await measureWrites(db, () => reap(db));
    table.push({
      database: kind,
      rows: what,
      'a second': Math.round((ROWS / ms) * MS_PER_S),
      'bytes of log a row': Math.round(bytes / ROWS),
    });
  }
  print(table);
  expect(table).toHaveLength(dueRows.length);
});
