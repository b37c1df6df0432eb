import { CompiledQuery, type Kysely } from 'kysely';
import type { Database } from '#server/db/types.ts';

/** One step of a plan, as `EXPLAIN (FORMAT JSON)` writes it. */
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

export interface Explained {
  /** Tables that are read from the first row on, and indexes that are read from end to end. */
  wholeReads: string[];
  /** Rows that were looked at; 0 for what only inserts. */
  rowsRead: number;
}

class RollBack extends Error {}

const childrenOf = (node: PlanNode): PlanNode[] => node.Plans ?? [];

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...childrenOf(node).flatMap(nodesOf)];

const isWholeRead = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' ||
  (/Index (?:Only )?Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined);

// The first few of an index are no whole read.
const wholeReadsOf = (node: PlanNode, isLimited = false): PlanNode[] => [
  ...(isWholeRead(node) && !(isLimited && node['Node Type'] !== 'Seq Scan') ? [node] : []),
  ...childrenOf(node).flatMap((child) => wholeReadsOf(child, node['Node Type'] === 'Limit')),
];

const rowsOf = (node: PlanNode): number =>
  node['Relation Name'] === undefined || node['Node Type'] === 'ModifyTable'
    ? 0
    : ((node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1);

/** A query that calls a function of the migrations, whose statements no plan shows. */
export const callsFunction = ({ sql }: CompiledQuery): boolean =>
  /\b(?:take_limits|open_sign_up)\(/.test(sql);

const readCounts = (trx: Kysely<Database>) =>
  trx.executeQuery<{ name: string; scans: string; rows: string }>(
    CompiledQuery.raw(`select relname as name, seq_scan as scans,
      seq_tup_read + coalesce(idx_tup_fetch, 0) as rows from pg_stat_xact_user_tables
      where schemaname = current_schema()`),
  );

/** Carries a query out, undoes it, and tells what the database has counted meanwhile. */
const countReads = async (db: Kysely<Database>, query: CompiledQuery): Promise<Explained> => {
  const explained: Explained = { wholeReads: [], rowsRead: 0 };
  await db
    .transaction()
    .execute(async (trx) => {
      // What the connection did shortly before counts as well.
      const before = new Map((await readCounts(trx)).rows.map((row) => [row.name, row]));
      await trx.executeQuery(query);
      for (const { name, scans, rows } of (await readCounts(trx)).rows) {
        if (Number(scans) > Number(before.get(name)?.scans ?? 0)) explained.wholeReads.push(name);
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
 * Has the database explain a query that it was really asked, with its values. All but inserts, which
 * would collide with their own rows, are carried out as well, and undone.
 */
export const explainQuery = async (
  db: Kysely<Database>,
  query: CompiledQuery,
): Promise<Explained> => {
  if (callsFunction(query)) return countReads(db, query);
  const { sql, parameters } = query;
  const isRun = !/\binsert into\b/i.test(sql);
  let plan: PlanNode | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        CompiledQuery.raw(`explain (${isRun ? 'analyze, ' : ''}format json) ${sql}`, [
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
    wholeReads: wholeReadsOf(plan).map((node) =>
      `${node['Node Type']} ${node['Relation Name'] ?? ''}`.trim(),
    ),
    rowsRead: nodes.map(rowsOf).reduce((sum, rows) => sum + rows, 0),
  };
};
