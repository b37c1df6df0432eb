import { DAY_MS } from '#contract/durations.ts';
import {
  type ChartTable,
  type FunnelChart,
  type FunnelReport,
  SUM_SHOWN_MIN,
} from '#contract/funnel.ts';
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

const USAGE = `npm run funnel                  how many entered and finished each flow, where they left, the biggest losses
npm run funnel -- --json        all sums, for the live view of the charts and for programs
npm run funnel -- --csv         all sums, for a spreadsheet
    --days N                    the last N days, today included, against the N before; 7 by default
    --from DAY --to DAY         those days, in UTC; the last one is included
    --device narrow|wide        only visits on narrow or wide windows
    --campaign yes|no           only visits that came by a campaign, or only others
Days that are more than 400 days ago are summed by month, on its first day.
Sums below five are not shown ("<5"), nor the states and edges of a chart that fewer than five started.
Counting needs FUNNEL=1. It reads the same settings as the server. With DATABASE_URL it works at any time; on
the embedded database in DATA_DIR, while the server is stopped.
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
    if (values.days !== undefined) throw new UsageError('Choose --days, or --from and --to.');
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

const sumText = (sum: Sum): string => (sum === null ? `<${SUM_SHOWN_MIN}` : `${sum ?? 0}`);

/** A share of those who started, ` (30 %)`; empty where one of both is not known. */
const shareText = (part: Sum, whole: Sum): string =>
  part && whole ? ` (${Math.round((100 * part) / whole)} %)` : '';

/** A chart that is a step of a way, with its table. */
interface Flow extends FunnelChart {
  table: ChartTable;
}

const flowsOf = (charts: readonly FunnelChart[], tables: ReadonlyMap<string, ChartTable>): Flow[] =>
  charts
    .flatMap((chart) => {
      const table = tables.get(chart.chart);
      return table?.place === undefined ? [] : [{ ...chart, table, place: table.place }];
    })
    .sort((one, other) => one.place - other.place);

/** The states in which visits stopped, the most frequent first; ends other than the goal too. */
const stopsOf = ({ now, table: { states, goals, final, region = '' } }: Flow) => {
  const [reached, ends] = [goals, final].map(
    (numbers) => new Set(numbers.map((number) => states[number])),
  );
  return Object.entries(now.left)
    .map(([state, sum]) => ({ state, sum, isEnd: ends?.has(state) === true }))
    .filter(({ state, isEnd }) => !reached?.has(state) && (isEnd || state.startsWith(region)))
    .sort((one, other) => (other.sum ?? 1) - (one.sum ?? 1));
};

/** The name of a state without the region that all of its chart have. */
const shortName = (state: string, { region }: ChartTable): string =>
  region !== undefined && state.startsWith(`${region}.`) ? state.slice(region.length + 1) : state;

/** Whether a state, or one that contains it, invokes another chart, which tells more precisely where a visit ended. */
const isHosting = (state: string, { hosting, states }: ChartTable): boolean =>
  hosting
    .map((number) => states[number] ?? '')
    .some((host) => state === host || state.startsWith(`${host}.`));

const LOSSES = 5;

const row = (label: string, now: Sum, before: Sum, of: { now: Sum; before: Sum }) => [
  label,
  sumText(now) + shareText(now, of.now),
  `before ${sumText(before)}${shareText(before, of.before)}`,
];

const flowRows = (flow: Flow): string[][] => {
  const { now, before } = flow;
  const started = { now: now.started, before: before.started };
  return [
    [`${flow.chart} (version ${flow.versions.map(({ version }) => version).join(', ')})`],
    row('  entered', now.started, before.started, { now: undefined, before: undefined }),
    row('  finished', now.finished, before.finished, started),
    ...stopsOf(flow).map(({ state, sum, isEnd }) =>
      row(
        `  ${isEnd ? 'ended with' : 'left in'} ${shortName(state, flow.table)}`,
        sum,
        before.left[state],
        started,
      ),
    ),
    [''],
  ];
};

const lossRows = (flows: readonly Flow[]): string[][] =>
  flows
    .flatMap((flow) => stopsOf(flow).map((stop) => ({ ...stop, flow, sum: stop.sum ?? 0 })))
    .filter(({ flow, state, sum, isEnd }) => sum > 0 && !isEnd && !isHosting(state, flow.table))
    .sort((one, other) => other.sum - one.sum)
    .slice(0, LOSSES)
    .map(({ flow: { chart, now, before, table }, state, sum }, index) =>
      row(`  ${index + 1}. ${chart} ${shortName(state, table)}`, sum, before.left[state], {
        now: now.started,
        before: before.started,
      }),
    );

/** `2026-11-20 to 2026-11-26`, both included. */
const periodText = ({ from, to }: FunnelReport['now']): string =>
  `${from} to ${new Date(Date.parse(to) - DAY_MS).toISOString().slice(0, DAY_LENGTH)}`;

const toText = (report: FunnelReport, tables: ReadonlyMap<string, ChartTable>): string => {
  const title = `Where people stopped, ${periodText(report.now)}, against ${periodText(report.before)} (UTC)${report.visits ? `, ${report.visits}` : ''}\n\n`;
  const flows = flowsOf(report.charts, tables);
  if (flows.length === 0) return `${title}Nothing was counted.\n`;
  const losses = lossRows(flows);
  return (
    title +
    formatTable([
      ...flows.flatMap(flowRows),
      ['The biggest losses'],
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
