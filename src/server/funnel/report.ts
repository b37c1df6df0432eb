import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '#contract/durations.ts';
import {
  type ChartTable,
  type FunnelChart,
  type FunnelReport,
  type FunnelSums,
  SUM_SHOWN_MIN,
} from '#contract/funnel.ts';
import type { Database } from '../database/types.ts';
import { nameOf } from './sums.ts';

/** What a report counts. */
export interface Selection {
  /** Start and end of the period as UTC days; the end is not included. */
  from: string;
  to: string;
  device?: 'narrow' | 'wide' | undefined;
  campaign?: boolean | undefined;
}

const PERIODS = ['now', 'before'] as const;
type Period = (typeof PERIODS)[number];

interface Row extends Record<Period, number> {
  chart_version: number;
  item: number;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The period of the same length before. */
const periodBefore = ({ from, to }: Selection): { from: string; to: string } => ({
  from: dayOf(2 * Date.parse(from) - Date.parse(to)),
  to: from,
});

/** Which visits are counted, in words; empty for all. */
const visitsText = ({ device, campaign }: Selection): string => {
  const parts = [
    ...(device === undefined ? [] : [`on ${device} windows`]),
    ...(campaign === undefined ? [] : [campaign ? 'by a campaign' : 'not by a campaign']),
  ];
  return parts.length > 0 ? `only visits ${parts.join(', ')}` : '';
};

const readRows = async (
  db: Kysely<Database>,
  { from, to, device, campaign }: Selection,
  start: string,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select chart_version, item,
      coalesce(sum(count) filter (where hour >= ${`${from}T00:00Z`}::timestamptz), 0)::float8 as now,
      coalesce(sum(count) filter (where hour < ${`${from}T00:00Z`}::timestamptz), 0)::float8 as before
    from funnel_sums
    where hour >= ${`${start}T00:00Z`}::timestamptz and hour < ${`${to}T00:00Z`}::timestamptz
      and is_narrow = coalesce(${device === undefined ? null : device === 'narrow'}::boolean, is_narrow)
      and is_campaign = coalesce(${campaign ?? null}::boolean, is_campaign)
    group by 1, 2`.execute(db);
  return rows;
};

/** A sum as it is shown. A visit that went on in another period can make it negative: 0. */
const shown = (sum: number): number | null =>
  sum > 0 && sum < SUM_SHOWN_MIN ? null : Math.max(sum, 0);

/** Of fewer actors than a sum needs, none is shown: one of them can take an edge many times. */
const shownSums = (
  sums: ReadonlyMap<string, number>,
  started: number,
): Record<string, number | null> =>
  Object.fromEntries(
    started < SUM_SHOWN_MIN
      ? []
      : [...sums].map(([of, sum]) => [of, shown(sum)] as const).filter(([, sum]) => sum !== 0),
  );

/**
 * The name of an item in a report. An edge that leads elsewhere than in the newest version is another one, with its
 * version in its name. `isShared` says whether the newest version has the item too.
 */
const nameIn = (table: ChartTable, item: number, newest: ChartTable) => {
  const { kind, of } = nameOf(table, item);
  if (kind !== 'edge') return { kind, of, isShared: of === '' || newest.states.includes(of) };
  const same = newest.edges.find(({ id }) => id === of);
  const isShared = `${same?.targets}` === `${table.edges[item - 1]?.targets}`;
  return { kind, of: same && !isShared ? `${of} in version ${table.version}` : of, isShared };
};

/** Edges and states keep their names in versions that change others, so that these are summed. */
const sumUp = (
  rows: readonly (Row & { table: ChartTable })[],
  newest: ChartTable,
  period: Period,
): FunnelSums => {
  const sums = { edge: new Map<string, number>(), state: new Map<string, number>() };
  const startedIn = new Map(
    rows.filter(({ item }) => item === 0).map((row) => [row.chart_version, row[period]]),
  );
  let started = 0;
  let finished = 0;
  for (const { chart_version, table, item, [period]: count } of rows) {
    const { kind, of, isShared } = nameIn(table, item, newest);
    // Of fewer actors than a sum needs.
    if (!isShared && (startedIn.get(chart_version) ?? 0) < SUM_SHOWN_MIN) continue;
    if (kind === 'started') started += count;
    else sums[kind].set(of, (sums[kind].get(of) ?? 0) + count);
    if (kind === 'state' && table.goals.includes(item - 1 - table.edges.length)) finished += count;
  }
  return {
    started: shown(started),
    finished: started < SUM_SHOWN_MIN && (started || finished) ? null : shown(finished),
    edges: shownSums(sums.edge, started),
    left: shownSums(sums.state, started),
  };
};

/** Reads the sums of a period and of the one before. */
export const readReport = async (
  db: Kysely<Database>,
  selection: Selection,
): Promise<{ report: FunnelReport; tables: Map<string, ChartTable> }> => {
  const before = periodBefore(selection);
  const rows = await readRows(db, selection, before.from);
  const versions = await db
    .selectFrom('chart_versions')
    .select(['id', 'chart', 'version', 'definition'])
    .orderBy('first_seen', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const rowsOf = (id: number, table: ChartTable) =>
    rows.filter(({ chart_version }) => chart_version === id).map((row) => ({ ...row, table }));
  // The newest version of each chart.
  const tables = new Map(
    versions.toReversed().map(({ chart, definition }) => [chart, definition] as const),
  );
  const charts = [...tables].sort().flatMap(([chart, newest]): FunnelChart[] => {
    const own = versions
      .filter((version) => version.chart === chart)
      .map(({ id, version, definition }) => ({ version, rows: rowsOf(id, definition) }))
      .filter((version) => version.rows.length > 0);
    if (own.length === 0) return [];
    const all = own.flatMap((version) => version.rows);
    return [
      {
        chart,
        versions: own.map(({ version, rows: counted }) => {
          const { now = 0, before = 0 } = counted.find(({ item }) => item === 0) ?? {};
          // Where one period's sum is hidden, the other would tell it.
          const isHidden = shown(now) === null || shown(before) === null;
          return { version, started: isHidden ? null : shown(now + before) };
        }),
        now: sumUp(all, newest, 'now'),
        before: sumUp(all, newest, 'before'),
      },
    ];
  });
  const { from, to } = selection;
  const visits = visitsText(selection);
  return {
    report: { format: 'funnel 1', now: { from, to }, before, ...(visits && { visits }), charts },
    tables,
  };
};

/** The days of a selection that ends with today. */
export const lastDays = (days: number, now = Date.now()): { from: string; to: string } => ({
  from: dayOf(now - (days - 1) * DAY_MS),
  to: dayOf(now + DAY_MS),
});
