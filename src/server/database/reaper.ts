import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import type { Clock } from '../config/app-config.ts';
import { createAuditPartitions, dropAuditPartitions } from './audit-partitions.ts';
import { ago, now } from './time.ts';
import type { Database } from './types.ts';
import { vacuumEmbedded } from './vacuum.ts';

/** Age at which a company without a user is deleted. */
export const ORPHAN_COMPANY_LIFETIME_MS = DAY_MS;

/** Rows per statement: few, so that requests do not wait long for the embedded database's one connection. */
export const BATCH_ROWS = 500;

/** Time that the scripts of a build are served after it was replaced. */
const FORMER_BUILD_LIFETIME_MS = 14 * DAY_MS;

/** Which rows of a table have expired. */
interface ReaperRule {
  table: keyof Database;
  /** Columns of the primary key. */
  key: [string, ...string[]];
  /** Indexed timestamp column. One per rule, so that every batch is an index scan. */
  column: string;
  /** Rows before this time are deleted. */
  before: RawBuilder<Date>;
  unless?: RawBuilder<unknown>;
}

/**
 * A table with rows whose end moves with every use, and a key of one column. `reap_at` is when the reaper
 * next looks at a row, so that no use changes an indexed column.
 */
interface ExtendedRows {
  table: 'limits' | 'sessions';
  key: string;
  /** Column with the time after which a row has expired. */
  end: string;
}

/** Deletes one batch, oldest first, and returns the number of rows. */
const reapBatch = async (db: Kysely<Database>, rule: ReaperRule): Promise<number> => {
  const { table, key, column, before, unless = sql`false` } = rule;
  const columnsOf = (name: string) => sql.join(key.map((part) => sql.ref(`${name}.${part}`)));
  // An array, because the planner may choose a sequential scan for a join with few rows.
  const { numAffectedRows = 0n } = await sql`with expired as materialized (
      select ${columnsOf(table)} from ${sql.table(table)}
      where ${sql.ref(column)} < ${before} and not (${unless})
      order by ${sql.ref(column)}
      limit ${sql.lit(BATCH_ROWS)} for update skip locked)
    delete from ${sql.table(table)} using expired
    where ${sql.ref(`${table}.${key[0]}`)} = any(array(select ${sql.ref(key[0])} from expired))
      and (${columnsOf(table)}) = (${columnsOf('expired')})`.execute(db);
  return Number(numAffectedRows);
};

/**
 * Looks at one batch of rows whose `reap_at` has passed: deletes the expired ones, and postpones `reap_at`
 * of the others to their present end.
 *
 * @returns the number of rows
 */
const reapExtended = async (
  db: Kysely<Database>,
  { table: name, key: keyName, end: endName }: ExtendedRows,
): Promise<number> => {
  const [table, key, end] = [sql.table(name), sql.ref(keyName), sql.ref(endName)];
  const { rows } = await sql<{ count: number }>`with due as materialized (
      select ${key}, ${end} < now() as has_expired from ${table} where reap_at < now()
      order by reap_at limit ${sql.lit(BATCH_ROWS)} for update skip locked),
    postponed as (update ${table} set reap_at = ${end}
      where ${key} = any(array(select ${key} from due where not has_expired))),
    removed as (delete from ${table}
      where ${key} = any(array(select ${key} from due where has_expired)))
    select count(*)::integer as count from due`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Time that an address is remembered whose mail came back. */
export const BOUNCE_LIFETIME_MS = 90 * DAY_MS;

/** Time that delivered webhooks and dead letters are listed. */
const WEBHOOK_RETENTION_MS = 90 * DAY_MS;

/** Time that sent or expired mail and ended sessions are kept. */
export const RETENTION_MS = DAY_MS;

const PAUSE_MS = 5 * MINUTE_MS;
export interface Reaper {
  /** Stops after the running batch. */
  stop(): Promise<void>;
}

const retentionStart = ago(RETENTION_MS);

/** Months that demo requests are kept after the newest one of their address. */
export const LEAD_LIFETIME_MONTHS = 24;
const leadsStart = sql<Date>`now() - ${sql.lit(`${LEAD_LIFETIME_MONTHS} months`)}::interval`;

/** Rules for expired rows. Sent mail with a dedupe key is kept for a while, so that the key stays effective. */
const rules: ReaperRule[] = [
  { table: 'codes', key: ['email', 'purpose', 'device'], column: 'expires_at', before: now },
  { table: 'passkey_challenges', key: ['hash'], column: 'expires_at', before: now },
  { table: 'sign_ups', key: ['email'], column: 'expires_at', before: now },
  { table: 'bounces', key: ['email'], column: 'bounced_at', before: ago(BOUNCE_LIFETIME_MS) },
  { table: 'sessions', key: ['id'], column: 'ended_at', before: retentionStart },
  { table: 'outbox', key: ['id'], column: 'sent_at', before: retentionStart },
  {
    table: 'outbox',
    key: ['id'],
    column: 'expires_at',
    before: retentionStart,
    unless: sql`sent_at is not null`,
  },
  {
    table: 'webhook_deliveries',
    key: ['id'],
    column: 'ended_at',
    before: ago(WEBHOOK_RETENTION_MS),
  },
  {
    table: 'companies',
    key: ['id'],
    column: 'updated_at',
    before: ago(ORPHAN_COMPANY_LIFETIME_MS),
    unless: sql`has_user or exists (select 1 from users where users.company_id = companies.id)`,
  },
  {
    table: 'site_files',
    key: ['path'],
    column: 'replaced_at',
    before: ago(FORMER_BUILD_LIFETIME_MS),
  },
  {
    table: 'leads',
    key: ['id'],
    column: 'created_at',
    before: leadsStart,
    unless: sql`exists (select 1 from leads as newer
      where newer.email = leads.email and newer.created_at >= ${leadsStart})`,
  },
];

const extendedRows: ExtendedRows[] = [
  { table: 'limits', key: 'key', end: 'tat' },
  { table: 'sessions', key: 'id', end: 'expires_at' },
];

/** Days after which the sums of the charts' traffic are kept by month only. */
const HOURLY_SUMS_DAYS = 400;

/** Adds one batch of sums of hours that are too old to those of their months, and returns the number of rows. */
const sumByMonth = async (db: Kysely<Database>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`with expired as materialized (
      select hour, chart_version, item, is_narrow, is_campaign from funnel_sums
      where hour < ${ago(HOURLY_SUMS_DAYS * DAY_MS)} and hour <> date_trunc('month', hour, 'UTC')
      order by hour limit ${sql.lit(BATCH_ROWS)} for update skip locked),
    old as (
      delete from funnel_sums using expired
      where funnel_sums.hour = any(array(select hour from expired))
        and (funnel_sums.hour, funnel_sums.chart_version, funnel_sums.item, funnel_sums.is_narrow,
          funnel_sums.is_campaign) = (expired.hour, expired.chart_version, expired.item,
          expired.is_narrow, expired.is_campaign)
      returning funnel_sums.*),
    added as (
      insert into funnel_sums (hour, chart_version, item, is_narrow, is_campaign, count)
      select date_trunc('month', hour, 'UTC'), chart_version, item, is_narrow, is_campaign, sum(count)
      from old group by 1, 2, 3, 4, 5
      -- One order everywhere: else two statements could wait for each other.
      order by 1, 2, 3, 4, 5
      on conflict (hour, chart_version, item, is_narrow, is_campaign)
        do update set count = funnel_sums.count + excluded.count)
    select count(*)::integer as count from old`.execute(db);
  return rows[0]?.count ?? 0;
};

/**
 * Deletes expired rows from every table except audit, in batches. Each batch is a separate statement, so
 * that other queries run in between.
 *
 * @param isStopped checked after each batch
 */
export const reap = async (db: Kysely<Database>, isStopped = () => false): Promise<void> => {
  const batches = [
    ...rules.map((rule) => () => reapBatch(db, rule)),
    ...extendedRows.map((rows) => () => reapExtended(db, rows)),
    () => sumByMonth(db),
  ];
  for (const batch of batches) {
    let count = BATCH_ROWS;
    while (count === BATCH_ROWS && !isStopped()) count = await batch();
  }
};

const maintainPartitions = async (db: Kysely<Database>): Promise<void> => {
  await createAuditPartitions(db);
  await dropAuditPartitions(db);
};

/**
 * Deletes expired rows, maintains audit partitions and vacuums every `PAUSE_MS`, until it is stopped.
 *
 * @param onError receives the error of a failed round; the next round runs as usual
 */
export const startReaper = (
  db: Kysely<Database>,
  clock: Clock,
  onError: (error: unknown) => void,
): Reaper => {
  let cancel = () => {};
  let round = Promise.resolve();
  let isStopped = false;
  const schedule = () => {
    if (isStopped) return;
    cancel = clock.after(PAUSE_MS, () => {
      round = maintainPartitions(db)
        .catch(onError)
        .then(() => reap(db, () => isStopped))
        .then(() => vacuumEmbedded(db))
        .catch(onError)
        .then(schedule);
    });
  };
  schedule();
  return {
    async stop() {
      isStopped = true;
      cancel();
      await round;
    },
  };
};
