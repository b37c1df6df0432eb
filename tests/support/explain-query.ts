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

/**
 * Has the database explain a query that it was really asked, with its values. All but inserts, which
 * would collide with their own rows, are carried out as well, and undone.
 */
export const explainQuery = async (
  db: Kysely<Database>,
  { sql, parameters }: CompiledQuery,
): Promise<Explained> => {
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
