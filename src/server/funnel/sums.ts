import { type Kysely, sql } from 'kysely';
import type { ChartTable } from '#contract/funnel.ts';
import type { Database } from '../database/types.ts';
import type { TrafficItem } from '../metrics/traffic.ts';
import { type Counts, pairsOf } from './possible.ts';

/** A version of a chart in the database. */
interface KnownChart {
  id: number;
  table: ChartTable;
}

/** What a beacon says of a chart that is known. */
export interface Counted extends KnownChart {
  counts: Counts;
}

/** Stores the charts of a build. Resolves with them by chart and version. */
export const storeCharts = async (
  db: Kysely<Database>,
  charts: readonly ChartTable[],
): Promise<Map<string, KnownChart>> => {
  await db
    .insertInto('chart_versions')
    .values(
      charts.map((table) => ({
        chart: table.chart,
        version: table.version,
        definition: JSON.stringify(table),
      })),
    )
    // What a report says of it may have changed.
    .onConflict((conflict) =>
      conflict.columns(['chart', 'version']).doUpdateSet(({ ref }) => ({
        definition: ref('excluded.definition'),
      })),
    )
    .execute();
  const rows = await db
    .selectFrom('chart_versions')
    .select(['id', 'chart', 'version', 'definition'])
    .where(
      'version',
      'in',
      charts.map(({ version }) => version),
    )
    .execute();
  return new Map(
    rows.map(({ id, chart, version, definition }) => [
      `${chart} ${version}`,
      { id, table: definition },
    ]),
  );
};

/** A chart of an earlier build. */
export const findChart = async (
  db: Kysely<Database>,
  chart: string,
  version: string,
): Promise<KnownChart | undefined> => {
  const row = await db
    .selectFrom('chart_versions')
    .select(['id', 'definition'])
    .where('chart', '=', chart)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && { id: row.id, table: row.definition };
};

/** The items of a chart that counts add to, in the order of their numbers: the same in every statement. */
const itemsOf = ({ id, table, counts: [started, edges, places] }: Counted) =>
  [
    [0, started] as const,
    ...pairsOf(edges).map(([number, count]) => [1 + number, count] as const),
    ...pairsOf(places).map(([number, count]) => [1 + table.edges.length + number, count] as const),
  ]
    .filter(([, count]) => count !== 0)
    .map(([item, count]) => ({ id, item, count }));

/** What an item number stands for. */
export const nameOf = (
  { edges, states }: Pick<ChartTable, 'edges' | 'states'>,
  item: number,
): Pick<TrafficItem, 'kind' | 'of'> => {
  if (item === 0) return { kind: 'started', of: '' };
  const edge = edges[item - 1];
  return edge
    ? { kind: 'edge', of: edge.id }
    : { kind: 'state', of: states[item - 1 - edges.length] ?? '' };
};

/** The items that counts add to, by name. */
export const namedItems = (counted: Counted): TrafficItem[] =>
  itemsOf(counted).map(({ item, count }) => ({
    chart: counted.table.chart,
    ...nameOf(counted.table, item),
    count,
  }));

/** Adds a beacon to the sums of this hour, in one statement. */
export const addSums = async (
  db: Kysely<Database>,
  {
    isNarrow,
    isCampaign,
    counted,
  }: { isNarrow: boolean; isCampaign: boolean; counted: readonly Counted[] },
): Promise<void> => {
  const items = counted.flatMap(itemsOf);
  await sql`insert into funnel_sums (hour, chart_version, item, is_narrow, is_campaign, count)
    select date_trunc('hour', now(), 'UTC'), chart_version, item, ${isNarrow}, ${isCampaign}, sum(count)
    from unnest(${items.map(({ id }) => id)}::integer[], ${items.map(({ item }) => item)}::smallint[],
      ${items.map(({ count }) => count)}::integer[]) as told (chart_version, item, count)
    group by chart_version, item
    -- One order everywhere: else two statements could wait for each other.
    order by chart_version, item
    on conflict (hour, chart_version, item, is_narrow, is_campaign)
      do update set count = funnel_sums.count + excluded.count`.execute(db);
};
