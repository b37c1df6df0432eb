import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#server/database/types.ts';

/** A plan node of `EXPLAIN (FORMAT JSON)`. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface QueryCost {
  /** Tables with a sequential scan, and indexes that are scanned without a condition. */
  fullScans: string[];
  /** Rows that were examined; 0 for inserts. */
  rowsRead: number;
}

class RollBack extends Error {}

const childrenOf = (node: PlanNode): PlanNode[] => node.Plans ?? [];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...childrenOf(node).flatMap(nodesOf)];

// System catalogs do not grow with the site.
const isFullScan = (node: PlanNode): boolean =>
  !node['Relation Name']?.startsWith('pg_') &&
  (node['Node Type'] === 'Seq Scan' ||
    (/Index (?:Only )?Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined));

// An index scan below a LIMIT is not a full scan.
const fullScansOf = (node: PlanNode, isLimited = false): PlanNode[] => [
  ...(isFullScan(node) && !(isLimited && node['Node Type'] !== 'Seq Scan') ? [node] : []),
  ...childrenOf(node).flatMap((child) => fullScansOf(child, node['Node Type'] === 'Limit')),
];

const rowsOf = (node: PlanNode): number =>
  node['Relation Name'] === undefined || node['Node Type'] === 'ModifyTable'
    ? 0
    : ((node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1);

/** Whether a query calls a SQL function of ours, whose statements no plan shows. */
export const callsFunction = ({ sql }: CompiledQuery): boolean =>
  /\b(?:count_stages|refund_limits|log_in_by_(?:code|password)|open_(?:login_)?session|refresh_session|find_sessions)\(/.test(
    sql,
  );

const readCounts = (trx: Kysely<Database>) =>
  trx.executeQuery<{ name: string; scans: string; rows: string }>(
    CompiledQuery.raw(`select relname as name, seq_scan as scans,
      seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
      where schemaname = current_schema()`),
  );

/** Runs a query, rolls it back, and returns what the statistics counted meanwhile. */
const countReads = async (db: Kysely<Database>, query: CompiledQuery): Promise<QueryCost> => {
  const explained: QueryCost = { fullScans: [], rowsRead: 0 };
  await db
    .transaction()
    .execute(async (trx) => {
      // The statistics include what the connection did shortly before.
      const before = new Map((await readCounts(trx)).rows.map((row) => [row.name, row]));
      await trx.executeQuery(query);
      for (const { name, scans, rows } of (await readCounts(trx)).rows) {
        if (Number(scans) > Number(before.get(name)?.scans ?? 0)) explained.fullScans.push(name);
        explained.rowsRead += Number(rows) - Number(before.get(name)?.rows ?? 0);
      }
      throw new RollBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  return explained;
};

/**
 * Explains a query with its real values. Queries other than inserts, which would conflict with
 * their own rows, are also executed and rolled back.
 */
export const explainQuery = async (
  db: Kysely<Database>,
  query: CompiledQuery,
): Promise<QueryCost> => {
  if (callsFunction(query)) return countReads(db, query);
  const { sql, parameters } = query;
  const isExecuted = !/\binsert into\b/i.test(sql);
  let plan: PlanNode | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        CompiledQuery.raw(`explain (${isExecuted ? 'analyze, ' : ''}format json) ${sql}`, [
          ...parameters,
        ]),
      );
      plan = rows[0]?.['QUERY PLAN'][0].Plan;
      throw new RollBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RollBack)) throw error;
    });
  if (plan === undefined) throw new Error(`There is no plan of ${sql}`);
  const nodes = nodesOf(plan);
  return {
    fullScans: fullScansOf(plan).map((node) =>
      `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim(),
    ),
    rowsRead: nodes.map(rowsOf).reduce((sum, rows) => sum + rows, 0),
  };
};
