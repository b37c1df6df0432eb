import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charts } from '#charts/model/all-charts.ts';
import { pathsText } from '#paths/command/texts.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { reportChart } from '#paths/report/chart-report.ts';
import { statePaths } from '#paths/state-names.ts';

const approvedIn = (root: string, name: string): string => {
  const file = join(root, 'tests', 'paths', 'approved', `${name}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const pathsIn = (text: string): string[] =>
  text
    .split(/^Path \d+ of \d+\n/m)
    .slice(1)
    .map((path) => path.split(/\n\n(?! )/, 1)[0]?.trimEnd() ?? '');

/** Number and event of the first step that differs: `step 3, code.submitted`. */
const firstDifference = (before: string, after: string): string => {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const at = now.findIndex((line, index) => line !== old[index]);
  const line = now.slice(0, at + 1).findLast((one) => /^ {2}\d+\. /.test(one));
  const [, step, event] = /^ {2}(\d+)\. (.*?)(?: {2}.*)?$/.exec(line ?? '') ?? [];
  if (at === -1) return 'its end';
  return step === undefined ? 'its start' : step === '0' ? 'step 0' : `step ${step}, ${event}`;
};

/** Which paths of a chart differ from the approved ones. */
const differingPaths = (before: string[], after: string[]): string[] => {
  const gone = before.filter((path) => !after.includes(path));
  const added = after.filter((path) => !before.includes(path));
  if (gone.length + added.length === 0) return [];
  const counts =
    before.length === after.length
      ? `${after.length}`
      : `${after.length} instead of ${before.length}`;
  const changed = Math.min(gone.length, added.length);
  const lines = added.map((path, index) => {
    const number = after.indexOf(path) + 1;
    const old = gone[index];
    return old === undefined
      ? `path ${number} is new`
      : `path ${number} differs from ${firstDifference(old, path)}`;
  });
  const removed = gone
    .slice(changed)
    .map((path) => `the former path ${before.indexOf(path) + 1} is gone`);
  return [`${counts} approved paths, ${[...lines, ...removed].join('; ')}`];
};

/**
 * Sentences about the paths through a chart of the work tree: which differ from those that are
 * approved in the folder of a commit, whether the approved ones are stale, which edges no path takes.
 */
export const comparePaths = (name: string, root: string, folder: string): string[] => {
  const machine = charts.find((chart) => chart.name === name)?.machine;
  const options = allOptions[name];
  const approved = approvedIn(folder, name);
  if (!machine) return approved === '' ? [] : ['all approved paths are gone'];
  if (!options) return [`src/paths/options/${name}.ts is missing, so that no paths are known`];
  const text = `${pathsText([{ name, machine, options }])}\n`;
  const isStale = approvedIn(root, name) !== text;
  const states = statePaths(machine);
  return [
    ...differingPaths(pathsIn(approved), pathsIn(text)),
    ...(isStale ? [`tests/paths/approved/${name}.txt has others: npm run paths -- --approve`] : []),
    ...reportChart(name, machine, options).untaken.map(({ edge, reason }) => {
      const source = [...states.keys()].findLast((id) => edge.startsWith(`${id}|`)) ?? '';
      return `none takes ${states.get(source)}${edge.slice(source.length)}: ${reason}`;
    }),
  ];
};
