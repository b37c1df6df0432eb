import { type Kysely, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { audit, auditFailure } from '#server/audit/audit.ts';
import { createAuditPartitions, dropAuditPartitions } from '#server/database/audit-partitions.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { ago } from '#server/database/time.ts';
import type { Database } from '#server/database/types.ts';
import { FURTHER } from '#tests/support/each-condition.ts';
import { openEarlierDatabase } from '#tests/support/server/database/earlier-database.ts';
import {
  createDatabase,
  type DatabaseKind,
  databaseKinds,
  openTestDatabase,
} from '#tests/support/server/database/test-database.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Last week, this week and the next four. */
const WEEKS = 6;

const open = async (kind: DatabaseKind): Promise<Kysely<Database>> => {
  const { db, close } = await openTestDatabase(kind);
  onTestFinished(close);
  return db;
};

/** A database as the last version without partitions left it. */
const openBefore = async (kind: DatabaseKind): Promise<Kysely<Database>> => {
  const { db, close } = await openEarlierDatabase(kind, '0006-audit-partitions');
  onTestFinished(close);
  return db;
};

const partitions = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select relname as name
    from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'audit'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name);
};

const drop = async (db: Kysely<Database>, names: readonly string[]) => {
  for (const name of names) await sql`drop table ${sql.table(name)}`.execute(db);
};

/** A row relative to the end of the newest week that ended at least 180 days ago. */
const addRow = (db: Kysely<Database>, event: string, offset: string) =>
  sql`insert into audit (at, event, outcome)
    values (date_trunc('week', now() - interval '180 days', 'UTC') + ${sql.lit(offset)}::interval,
      ${event}, 'accepted')`.execute(db);

const events = async (db: Kysely<Database>): Promise<string[]> => {
  const rows = await db.selectFrom('audit').select('event').orderBy('at').execute();
  return rows.map(({ event }) => event);
};

const entry = { event: 'login.password', email: 'asha@acme.example', network: '10.0.0.1' } as const;

describe.each(databaseKinds)('the audit table (%s)', (kind) => {
  it('has a partition for last week, this week and the next four, from Monday to Monday in UTC', async () => {
    const db = await open(kind);
    await sql`set time zone 'Asia/Kolkata'`.execute(db);
    const names = await partitions(db);
    expect(names).toHaveLength(WEEKS);
    await drop(db, names.slice(-2));
    await createAuditPartitions(db);
    expect(await partitions(db)).toEqual(names);
    const { rows } = await sql<{ name: string; bounds: string }>`select relname as name,
      pg_get_expr(relpartbound, oid) as bounds from pg_class
      where relname = any(${names}) order by 1`.execute(db);
    for (const [index, { name, bounds }] of rows.entries()) {
      const [from, until] = [...bounds.matchAll(/'([^']+)'/g)].map(([, at = '']) => new Date(at));
      const start = from?.getTime() ?? 0;
      expect(name).toBe(`audit_${from?.toISOString().slice(0, 10).replaceAll('-', '')}`);
      expect(from?.toISOString()).toMatch(/T00:00:00\.000Z$/);
      expect(from?.getUTCDay()).toBe(1);
      expect(until?.getTime()).toBe(start + 7 * DAY_MS);
      if (index === 1)
        expect(Math.abs(Date.now() - start - 3.5 * DAY_MS)).toBeLessThan(3.6 * DAY_MS);
    }
  });

  it('keeps a row whose week has no partition', async () => {
    const db = await open(kind);
    await drop(db, await partitions(db));
    await audit(db, { ...entry, outcome: 'accepted' });
    expect(await events(db)).toEqual(['login.password']);
    await drop(db, await partitions(db));
    await auditFailure(db, { ...entry, outcome: 'rejected' });
    expect(await events(db)).toEqual(['login.password']);
    expect(await partitions(db)).toHaveLength(WEEKS);
  });

  it('drops a week once its last row is 180 days old, and no earlier', async () => {
    const db = await open(kind);
    await createAuditPartitions(db, ago(210 * DAY_MS));
    await addRow(db, 'old', '-1 microsecond');
    await addRow(db, 'older', '-7 days');
    await addRow(db, 'young', '0');
    const before = await partitions(db);
    await dropAuditPartitions(db);
    expect(await events(db)).toEqual(['young']);
    const gone = before.length - (await partitions(db)).length;
    expect(gone).toBeGreaterThanOrEqual(4);
    await dropAuditPartitions(db);
    expect(await partitions(db)).toHaveLength(before.length - gone);
  });

  it('leaves tables alone that it did not create', async () => {
    const db = await open(kind);
    await sql`create table audit_archive partition of audit for values from ('2000-01-01Z') to ('2001-01-01Z')`.execute(
      db,
    );
    await dropAuditPartitions(db);
    expect(await partitions(db)).toContain('audit_archive');
  });

  it('keeps every row of a database from before partitioning', FURTHER, async () => {
    const db = await openBefore(kind);
    await sql`insert into audit (at, event, outcome, email, user_id, network, dedupe_key)
      select now() - n * interval '11 days', 'login.password', 'closed', 'a-' || n || '@acme.example',
        gen_random_uuid(), '10.0.0.1', 'key ' || n from generate_series(0, 20) as n`.execute(db);
    const rows = () => db.selectFrom('audit').selectAll().orderBy('at').execute();
    const before = await rows();
    expect(before).toHaveLength(21);
    await migrate(db);
    expect(await rows()).toEqual(before);
    await audit(db, { ...entry, outcome: 'accepted' });
    await migrate(db);
    expect(await rows()).toHaveLength(22);
  });
});

const openServer = async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const connect = async () => {
    const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' });
    onTestFinished(close);
    return db;
  };
  const db = await connect();
  await migrate(db);
  return { db, other: await connect() };
};

/**
 * Holds a lock on the audit table on a separate connection until the returned function is called.
 */
const holdLock = async (db: Kysely<Database>, mode: string): Promise<() => Promise<void>> => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let tellTaken = () => {};
  const taken = new Promise<void>((resolve) => {
    tellTaken = resolve;
  });
  const transaction = db.transaction().execute(async (trx) => {
    await sql`lock table audit in ${sql.raw(mode)} mode`.execute(trx);
    tellTaken();
    await held;
  });
  await taken;
  return () => {
    letGo();
    return transaction;
  };
};

describe.runIf(databaseKinds.includes('PostgreSQL'))('the audit table of several processes', () => {
  it('gets each partition once when several processes create and drop them concurrently', async () => {
    const { db, other } = await openServer();
    const names = await partitions(db);
    await drop(db, names);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => createAuditPartitions(index % 2 ? db : other)),
    );
    expect(await partitions(db)).toEqual(names);
    await createAuditPartitions(db, ago(230 * DAY_MS));
    await Promise.all(
      Array.from({ length: 12 }, (_, index) => dropAuditPartitions(index % 2 ? db : other)),
    );
    await dropAuditPartitions(db);
    expect((await partitions(db)).length).toBeLessThanOrEqual(WEEKS + 26);
  });

  it('gets new partitions while rows are being written', async () => {
    const { db, other } = await openServer();
    const names = await partitions(db);
    await drop(db, names.slice(-1));
    // The lock that a write holds in an open transaction.
    const release = await holdLock(other, 'row exclusive');
    await createAuditPartitions(db);
    expect(await partitions(db)).toEqual(names);
    await release();
  });

  it('keeps old partitions while a backup reads them, without blocking anyone', async () => {
    const { db, other } = await openServer();
    await createAuditPartitions(db, ago(230 * DAY_MS));
    const names = await partitions(db);
    const release = await holdLock(other, 'access share');
    await dropAuditPartitions(db);
    await audit(db, { ...entry, outcome: 'accepted' });
    expect(await partitions(db)).toEqual(names);
    await release();
    await dropAuditPartitions(db);
    expect((await partitions(db)).length).toBeLessThan(names.length);
  });
});
