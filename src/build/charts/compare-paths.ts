import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { charts } from '#charts/model/all-charts.ts';
import { edgeNames } from '#charts/model/state-paths.ts';
import { allOptions } from '#paths/options/all-options.ts';
import { reportAsText } from '#paths/report/as-text.ts';
import { reportChart } from '#paths/report/chart-report.ts';

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
  if (at === -1) return 'the end';
  return step === undefined || step === '0' ? 'the start' : `step ${step}, ${event}`;
};

/** `path 3`, or `paths 1, 2, 4`. */
const numbered = (numbers: number[]): string =>
  `path${numbers.length === 1 ? '' : 's'} ${numbers.join(', ')}`;

/** Which paths of a chart differ from the approved ones. */
const differingPaths = (before: string[], after: string[]): string[] => {
  const numberIn = (paths: string[]) => (path: string) => paths.indexOf(path) + 1;
  const gone = before.filter((path) => !after.includes(path));
  const added = after.filter((path) => !before.includes(path));
  const starts = new Map<string, number[]>();
  added.forEach((path, index) => {
    const old = gone[index];
    const how = old === undefined ? 'new' : `different from ${firstDifference(old, path)}`;
    starts.set(how, [...(starts.get(how) ?? []), numberIn(after)(path)]);
  });
  const removed = gone.slice(added.length).map(numberIn(before));
  return [
    ...[...starts].map(([how, numbers]) => `${numbered(numbers)} of ${after.length}: ${how}`),
    ...(removed.length > 0 ? [`the former ${numbered(removed)} of ${before.length}: gone`] : []),
  ];
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
  const report = reportChart(name, machine, options);
  const text = `${reportAsText(machine, report)}\n`;
  const isStale = approvedIn(root, name) !== text;
  const names = edgeNames(machine);
  return [
    ...differingPaths(pathsIn(approved), pathsIn(text)),
    ...(isStale
      ? [`tests/paths/approved/${name}.txt does not have them yet: npm run paths -- --approve`]
      : []),
    ...report.untaken.map(({ edge, reason }) => `none takes ${names.get(edge)}: ${reason}`),
  ];
};
