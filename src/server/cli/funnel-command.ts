import type { ChartTable, FunnelChart, FunnelReport } from '#contract/funnel.ts';
import { lastDays, readReport, type Selection } from '../funnel/report.ts';
import {
  formatTable,
  type Output,
  parseOptions,
  parseTimestamp,
  runCommand,
  UsageError,
  type Work,
} from './run-command.ts';

const USAGE = `npm run funnel                  how many entered and finished each flow, where they left, the dearest losses
npm run funnel -- --json        all sums, for the live view of the charts and for programs
npm run funnel -- --csv         all sums, for a spreadsheet
    --days N                    the last N days, today included, against the N before; 7 by default
    --from DAY --to DAY         those days, in UTC; the last one is included
    --device narrow|wide        only visits on narrow or wide windows
    --campaign yes|no           only visits that came by a campaign, or only others
Sums below five are not shown ("<5"). Counting needs FUNNEL=1. It reads the same settings as the server. With
DATABASE_URL it works at any time; on the embedded database in DATA_DIR, while the server is stopped.
`;

const DAYS_MAX = 400;
const DAY_LENGTH = 10;

const parseDay = (name: string, text: string): number => {
  const day = text.length === DAY_LENGTH ? parseTimestamp(text) : undefined;
  if (!day) throw new UsageError(`--${name} is not a day: ${text}`);
  return day.date.getTime();
};

const oneOf = <Word extends string>(
  name: string,
  words: readonly Word[],
  value: string | undefined,
): Word | undefined => {
  const word = words.find((one) => one === value);
  if (value !== undefined && word === undefined)
    throw new UsageError(`--${name} is ${words.join(' or ')}, not ${value}`);
  return word;
};

const parseDays = (values: {
  days?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}): { from: string; to: string } => {
  const { days = '7', from, to } = values;
  if ((from === undefined) !== (to === undefined))
    throw new UsageError('--from and --to belong together.');
  if (from !== undefined && to !== undefined) {
    const [start, end] = [parseDay('from', from), parseDay('to', to)];
    if (end < start) throw new UsageError('--to is before --from.');
    return { from, to: lastDays(1, end).to };
  }
  const count = Number(days);
  if (!/^\d+$/.test(days) || count < 1 || count > DAYS_MAX)
    throw new UsageError(`--days is a number from 1 to ${DAYS_MAX}, not ${days}`);
  return lastDays(count);
};

type Sum = number | null | undefined;

const sumText = (sum: Sum): string => (sum === null ? '<5' : `${sum ?? 0}`);

/** A share of those who started, ` (30 %)`; empty where one of both is not known. */
const shareText = (part: Sum, whole: Sum): string =>
  part && whole ? ` (${Math.round((100 * part) / whole)} %)` : '';

/** The states of a chart in which visits ended, without its ends; the most frequent first. */
const leftIn = ({ now, chart }: FunnelChart, tables: ReadonlyMap<string, ChartTable>) => {
  const { states = [], final = [] } = tables.get(chart) ?? {};
  const ends = new Set(final.map((number) => states[number]));
  return Object.entries(now.left)
    .filter(([state]) => !ends.has(state))
    .sort(([, one], [, other]) => (other ?? 1) - (one ?? 1));
};

/** Whether a state, or one that contains it, invokes another chart, which tells more precisely where a visit ended. */
const isHosting = (state: string, table: ChartTable | undefined): boolean =>
  table?.hosting
    .map((number) => table.states[number] ?? '')
    .some((host) => state === host || state.startsWith(`${host}.`)) ?? false;

const LOSSES = 5;

const row = (label: string, now: Sum, before: Sum, of: { now: Sum; before: Sum }) => [
  label,
  sumText(now) + shareText(now, of.now),
  `before ${sumText(before)}${shareText(before, of.before)}`,
];

const chartRows = (chart: FunnelChart, tables: ReadonlyMap<string, ChartTable>): string[][] => {
  const { now, before } = chart;
  const started = { now: now.started, before: before.started };
  const versions = chart.versions.map(({ version }) => version).join(', ');
  return [
    [`${chart.chart} (version ${versions})`],
    row('  entered', now.started, before.started, { now: undefined, before: undefined }),
    row('  finished', now.finished, before.finished, started),
    ...leftIn(chart, tables).map(([state, sum]) =>
      row(`  left in ${state}`, sum, before.left[state], started),
    ),
    [''],
  ];
};

const lossRows = (charts: readonly FunnelChart[], tables: ReadonlyMap<string, ChartTable>) =>
  charts
    .flatMap((chart) =>
      leftIn(chart, tables).map(([state, sum]) => ({ chart, state, sum: sum ?? 0 })),
    )
    .filter(({ chart, state, sum }) => sum > 0 && !isHosting(state, tables.get(chart.chart)))
    .sort((one, other) => other.sum - one.sum)
    .slice(0, LOSSES)
    .map(({ chart: { chart, now, before }, state, sum }, index) =>
      row(`  ${index + 1}. ${chart} ${state}`, sum, before.left[state], {
        now: now.started,
        before: before.started,
      }),
    );

const toText = (report: FunnelReport, tables: ReadonlyMap<string, ChartTable>): string => {
  const { now, before } = report;
  const period = ({ from, to }: FunnelReport['now']) => `${from} until ${to}`;
  const title = `Traffic of the charts, ${period(now)}, against ${period(before)} (UTC)\n\n`;
  // The most frequent first.
  const charts = report.charts.toSorted(
    (one, other) => (other.now.started ?? 1) - (one.now.started ?? 1),
  );
  if (charts.length === 0) return `${title}Nothing was counted.\n`;
  const losses = lossRows(charts, tables);
  return (
    title +
    formatTable([
      ...charts.flatMap((chart) => chartRows(chart, tables)),
      ['The dearest losses'],
      ...(losses.length > 0 ? losses : [['  none of five or more']]),
    ])
  );
};

const toCsv = ({ charts }: FunnelReport): string => {
  const lines = charts.flatMap(({ chart, now, before }) => {
    const line = (kind: string, of: string, one: Sum, other: Sum) =>
      [chart, kind, of, sumText(one), sumText(other)].map(
        (cell) => `"${cell.replaceAll('"', '""')}"`,
      );
    const parts = (['edges', 'left'] as const).flatMap((kind) =>
      [...new Set([...Object.keys(now[kind]), ...Object.keys(before[kind])])].map((of) =>
        line(kind, of, now[kind][of], before[kind][of]),
      ),
    );
    return [
      line('started', '', now.started, before.started),
      line('finished', '', now.finished, before.finished),
      ...parts,
    ];
  });
  return [['chart', 'kind', 'of', 'now', 'before'], ...lines]
    .map((line) => `${line.join(',')}\r\n`)
    .join('');
};

const parse = (args: readonly string[]): Work => {
  const text = { type: 'string' } as const;
  const { values } = parseOptions(args, [], {
    json: { type: 'boolean' },
    csv: { type: 'boolean' },
    days: text,
    from: text,
    to: text,
    device: text,
    campaign: text,
  });
  if (values.json && values.csv) throw new UsageError('Choose one format: --csv or --json.');
  const campaign = oneOf('campaign', ['yes', 'no'], values.campaign);
  const selection: Selection = {
    ...parseDays(values),
    device: oneOf('device', ['narrow', 'wide'], values.device),
    campaign: campaign && campaign === 'yes',
  };
  return async (db) => {
    const { report, tables } = await readReport(db, selection);
    if (values.json) return `${JSON.stringify(report, null, 2)}\n`;
    return values.csv ? toCsv(report) : toText(report, tables);
  };
};

/**
 * Prints what pages counted.
 *
 * @param args after `npm run funnel --`
 * @returns the exit code of `runCommand`
 */
export const runFunnelCommand = (
  args: readonly string[],
  env: Record<string, string | undefined>,
  output: Output = process,
): Promise<number> => runCommand({ usage: USAGE, parse }, args, env, output);
