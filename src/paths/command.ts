import { charts } from '#charts/model/all-charts.ts';
import { approvePaths } from './command/approve-paths.ts';
import { coverageText } from './command/coverage-text.ts';
import { withHint } from './command/guess-hint.ts';
import { listCharts } from './command/list-charts.ts';
import { pathToText } from './command/path-to-text.ts';
import { pathsText } from './command/paths-text.ts';
import { PROJECT_ROOT } from './command/project-root.ts';
import { readRecording } from './command/read-recording.ts';
import { replayText } from './command/replay-text.ts';
import { writeTemplate } from './command/write-template.ts';
import { type ChartWithOptions, loadChart } from './load/load-chart.ts';
import { resolveWord } from './load/resolve-word.ts';
import { allOptions } from './options/all-options.ts';

const HELP = `npm run paths: every chart, with its states, edges, paths and steps.
npm run paths -- login                a set of paths that covers every edge of a chart
npm run paths -- login --to leaving   the shortest path to a state; without a chart, of every chart
npm run paths -- --coverage           which edges the last browser run took, and which it missed
npm run paths -- --approve            renews tests/paths/approved, the paths that the tests expect
npm run paths -- --events-from login.recording.json
                                      replays the events that the live view of the charts saved, or
                                      with a chart before it a JSON list of events; exit code 1 and
                                      the first event that behaves differently, if there is one
--json and --gherkin print paths for other tools.

A chart of your own: the path of a file that exports it, as default or as its only chart.
npm run paths -- ./door.ts            its paths, with the events of its export "options", else of
                                      door.paths.ts beside it, else each event type without payload
          --export doorMachine        one of several charts in the file
          --events events.json        a JSON list of events, { "events": […], "inputs": […] }, or a
                                      module with an export "options"
          --template                  writes door.paths.ts: events, answers of actors and inputs
                                      with sample values of their types; overwrites nothing
          --approve                   writes door.paths.txt beside it
          --to, --json, --gherkin, --events-from   as above`;

const projectCharts: ChartWithOptions[] = charts.map(({ name, machine }) => ({
  name,
  machine,
  options: allOptions[name] ?? { events: [] },
}));

const isFile = (name: string): boolean => /[/\\]|^\.|\.[cm]?[jt]sx?$/.test(name);

const projectFileOf = (name: string): string => `${PROJECT_ROOT}machines/${name}.ts`;

interface Words {
  values: {
    approve?: boolean;
    coverage?: boolean;
    events?: string;
    'events-from'?: string;
    export?: string;
    gherkin?: boolean;
    json?: boolean;
    template?: boolean;
    to?: string;
  };
  positionals: string[];
}

const findCharts = async (
  name: string | undefined,
  { events, export: wanted }: Words['values'],
): Promise<ChartWithOptions[]> => {
  if (name === undefined) return projectCharts;
  const file = isFile(name) ? resolveWord(name) : undefined;
  const chart = projectCharts.find((known) =>
    file === undefined
      ? known.name === name || known.machine.id === name
      : projectFileOf(known.name) === file && events === undefined,
  );
  if (chart) return [chart];
  if (file !== undefined) return [await loadChart(name, { eventsWord: events, wanted })];
  const names = projectCharts.map((known) => known.name).join(', ');
  throw new Error(`No chart ${name}. There are: ${names}. A file needs its ending: ./${name}.ts`);
};

const replayed = async (values: Words['values'], name?: string): Promise<string> => {
  const recording = readRecording(values['events-from'] ?? '');
  const wanted = name ?? recording.chart;
  const [chart] = wanted === undefined ? [] : await findCharts(wanted, values);
  if (!chart)
    throw new Error('A plain list of events needs a chart: npm run paths -- login --events-from …');
  return replayText(chart, recording);
};

const outputOf = async ({ values, positionals }: Words): Promise<string> => {
  const [name] = positionals;
  if (values['events-from'] !== undefined) return replayed(values, name);
  if (values.template) {
    if (name === undefined)
      throw new Error('--template needs a chart: npm run paths -- ./door.ts --template');
    const file = isFile(name) ? name : projectFileOf(name);
    return writeTemplate(await loadChart(file, { wanted: values.export }));
  }
  const chosen = await findCharts(name, values);
  return withHint(chosen, () => {
    if (values.coverage) return coverageText(chosen, values);
    if (values.approve) return approvePaths(chosen);
    if (values.to !== undefined) return pathToText(chosen, values.to, values);
    const isList = name === undefined && !values.json && !values.gherkin;
    return isList ? listCharts(chosen) : pathsText(chosen, values);
  });
};

/** Prints paths through the charts; an unknown chart or state is one error text and exit code 1. */
export const command = {
  help: HELP,
  options: {
    approve: { type: 'boolean' },
    coverage: { type: 'boolean' },
    events: { type: 'string' },
    'events-from': { type: 'string' },
    export: { type: 'string' },
    gherkin: { type: 'boolean' },
    json: { type: 'boolean' },
    template: { type: 'boolean' },
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
