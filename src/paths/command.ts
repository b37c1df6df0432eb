import { charts } from '#charts/model/all-charts.ts';
import { approvePaths } from './command/approve-paths.ts';
import { coverageText } from './command/coverage-text.ts';
import { listCharts } from './command/list-charts.ts';
import { pathToText } from './command/path-to-text.ts';
import { pathsText } from './command/paths-text.ts';
import { type ChartWithOptions, loadCharts } from './load-chart.ts';
import { allOptions } from './options/all-options.ts';

const HELP = `npm run paths: every chart, with its states, edges, paths and steps.
npm run paths -- login                a set of paths that covers every edge of a chart
npm run paths -- login --to leaving   the shortest path to a state; without a chart, of every chart
npm run paths -- ./chart.ts           a chart of your own, with the events of its export "options",
          --events events.json        or of a list of events, or { "events": […], "inputs": […] }
npm run paths -- --coverage           which edges the last browser run took, and which it missed
npm run paths -- --approve            renews tests/paths/approved, the paths that the tests expect
--json and --gherkin print the same for other tools.`;

const projectCharts: ChartWithOptions[] = charts.map(({ name, machine }) => ({
  name,
  machine,
  options: allOptions[name] ?? { events: [] },
}));

const isFile = (name: string): boolean => /[/\\]|\.[cm]?[jt]s$/.test(name);

const findCharts = async (
  name: string | undefined,
  events?: string,
): Promise<ChartWithOptions[]> => {
  if (name === undefined) return projectCharts;
  if (isFile(name)) return loadCharts(name, events);
  const chart = projectCharts.find((known) => known.name === name || known.machine.id === name);
  if (chart) return [chart];
  const names = projectCharts.map((known) => known.name).join(', ');
  throw new Error(`No chart ${name}. There are: ${names}`);
};

interface Words {
  values: {
    approve?: boolean;
    coverage?: boolean;
    events?: string;
    gherkin?: boolean;
    json?: boolean;
    to?: string;
  };
  positionals: string[];
}

const outputOf = async ({ values, positionals }: Words): Promise<string> => {
  const [name] = positionals;
  const chosen = await findCharts(name, values.events);
  if (values.coverage) return coverageText(chosen, values);
  if (values.approve) return approvePaths(chosen);
  if (values.to !== undefined) return pathToText(chosen, values.to, values);
  const isList = name === undefined && !values.json && !values.gherkin;
  return isList ? listCharts(chosen) : pathsText(chosen, values);
};

/** Prints paths through the charts; an unknown chart or state is one error text and exit code 1. */
export const command = {
  help: HELP,
  options: {
    approve: { type: 'boolean' },
    coverage: { type: 'boolean' },
    events: { type: 'string' },
    gherkin: { type: 'boolean' },
    json: { type: 'boolean' },
    to: { type: 'string' },
  },
  allowPositionals: true,
  async run(words: Words): Promise<void> {
    try {
      process.stdout.write(`${await outputOf(words)}\n`);
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    }
  },
};
