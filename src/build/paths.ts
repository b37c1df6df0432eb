import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { charts } from '#charts/all-charts.ts';
import { edgesOf, stateNodesOf } from '#charts/chart-edges.ts';
import { allOptions } from '#tests/charts/all-options.ts';
import { edgePaths, pathTo, statesNamed } from '#tests/support/edge-paths.ts';
import { type KnownChart, loadCharts } from '#tests/support/load-chart.ts';
import { pathsAsGherkin } from '#tests/support/path-report/as-gherkin.ts';
import { asJson } from '#tests/support/path-report/as-json.ts';
import { countText, pathAsText, reportAsText } from '#tests/support/path-report/as-text.ts';
import { reportChart } from '#tests/support/path-report/chart-report.ts';
import { walkedEdges } from '#tests/support/walked-edges.ts';
import { ROOT } from './root.ts';

const HELP = `npm run paths: every chart, with its states, edges, paths and steps.
npm run paths -- login                the paths that take every edge of a chart
npm run paths -- login --to leaving   the shortest way to a state; without a chart, of every chart
npm run paths -- ./chart.ts           a chart of your own, with what its export "options" says,
          --events events.json        or a list of events, or { "events": […], "inputs": […] }
npm run paths -- --coverage           what the last browser run walked, and what it did not
npm run paths -- --approve            keeps the paths in tests/paths/approved, as the tests expect them
With --json or --gherkin the same for other tools.`;

const OPTIONS = {
  approve: { type: 'boolean' },
  coverage: { type: 'boolean' },
  events: { type: 'string' },
  gherkin: { type: 'boolean' },
  help: { type: 'boolean' },
  json: { type: 'boolean' },
  to: { type: 'string' },
} as const;

type Format = { json?: boolean | undefined; gherkin?: boolean | undefined };

const ours: KnownChart[] = charts.map(({ name, machine }) => ({
  name,
  machine,
  options: allOptions[name] ?? { events: [] },
}));

const isFile = (name: string): boolean => /[/\\]|\.[cm]?[jt]s$/.test(name);

const findCharts = async (name: string | undefined, events?: string): Promise<KnownChart[]> => {
  if (name === undefined) return ours;
  if (isFile(name)) return loadCharts(name, events);
  const chart = ours.find((known) => known.name === name || known.machine.id === name);
  if (chart) return [chart];
  throw new Error(`No chart ${name}. There are: ${ours.map((known) => known.name).join(', ')}`);
};

const listCharts = (chosen: KnownChart[]): string => {
  const rows = chosen.map(({ name, machine, options }) => {
    const paths = edgePaths(machine, options);
    const steps = paths.reduce((sum, path) => sum + path.steps.length, 0);
    const counts = [stateNodesOf(machine).length - 1, edgesOf(machine).length, paths.length, steps];
    return [name, ...counts.map(String)];
  });
  const all = [['chart', 'states', 'edges', 'paths', 'steps'], ...rows];
  const widths = (all[0] ?? []).map((_, column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return all.map(line).join('\n');
};

const tellPaths = (chosen: KnownChart[], { json, gherkin }: Format): string => {
  if (gherkin)
    return chosen
      .map(({ machine, options }) => pathsAsGherkin(machine, edgePaths(machine, options)))
      .join('\n\n');
  const reports = chosen.map(({ name, machine, options }) => ({
    machine,
    report: reportChart(name, machine, options),
  }));
  const plain = reports.map(({ report }) => report);
  if (json) return asJson(plain.length === 1 ? plain[0] : plain);
  return reports.map(({ machine, report }) => reportAsText(machine, report)).join('\n\n');
};

const tellWay = (chosen: KnownChart[], state: string, { json, gherkin }: Format): string => {
  const having = chosen.filter(({ machine }) => statesNamed(machine, state).length > 0);
  if (having.length === 0) {
    const states = chosen.flatMap(({ machine }) => stateNodesOf(machine).map(({ id }) => id));
    throw new Error(`No state ${state}. There are:\n  ${states.join('\n  ')}`);
  }
  const ways = having.map((chart) => ({
    ...chart,
    path: pathTo(chart.machine, chart.options, state),
  }));
  if (json) return asJson(ways.map(({ name, path = null }) => ({ chart: name, to: state, path })));
  if (gherkin)
    return ways
      .map(({ machine, path }) => pathsAsGherkin(machine, path ? [path] : []))
      .join('\n\n');
  return ways
    .map(({ name, machine, path }) =>
      path
        ? `${name} comes to ${state} in ${countText(path.steps.length, 'step')}\n${pathAsText(machine, path)}`
        : `${name} has ${state}, but its events and inputs don't lead there.`,
    )
    .join('\n\n');
};

const tellCoverage = (chosen: KnownChart[], { json }: Format): string => {
  const walked = walkedEdges(join(ROOT, '.cache', 'edges'), chosen);
  if (json) return asJson(walked ?? null);
  if (!walked)
    return 'No browser run has been recorded: npm test -- tests/edges records the edges it walks.';
  return walked
    .map(({ name, edges, walked: count, missing, told }) =>
      [
        `${name}: ${count} of ${countText(edges, 'edge')}`,
        ...missing.map((id) => `  not walked: ${id}`),
        ...told.map((id) => `  told by hand: ${id}`),
      ].join('\n'),
    )
    .join('\n');
};

const approve = (chosen: KnownChart[]): string => {
  const folder = join(ROOT, 'tests', 'paths', 'approved');
  mkdirSync(folder, { recursive: true });
  for (const chart of chosen)
    writeFileSync(join(folder, `${chart.name}.txt`), `${tellPaths([chart], {})}\n`);
  return `Approved: ${chosen.map(({ name }) => name).join(', ')}`;
};

const answer = async (args: string[]): Promise<string> => {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.help) return HELP;
  const [name] = positionals;
  const chosen = await findCharts(name, values.events);
  if (values.coverage) return tellCoverage(chosen, values);
  if (values.approve) return approve(chosen);
  if (values.to !== undefined) return tellWay(chosen, values.to, values);
  const isList = name === undefined && !values.json && !values.gherkin;
  return isList ? listCharts(chosen) : tellPaths(chosen, values);
};

/** Tells how the charts are walked; a wrong word is answered with what there is, and exit 1. */
export default async (args: string[]): Promise<void> => {
  try {
    console.log(await answer(args));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
};
