import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { charts } from '#charts/all-charts.ts';
import { writeAtlas } from '#charts/write-atlas.ts';
import { writeChartsJson } from '#charts/write-charts-json.ts';
import { describeAll } from './describe-all.ts';
import { ROOT } from './root.ts';

const HELP = `npm run charts: writes machines/README.md, the atlas of the charts.
npm run charts -- --json: prints every chart's definition and description as JSON.
npm run charts -- --json charts.json: writes them into a file.`;

/** Writes the atlas, or gives out what is in it as JSON. */
export default (words: string[]): void => {
  const [option, path] = words;
  if (option === '--json') {
    const json = writeChartsJson(charts, describeAll());
    if (path === undefined) process.stdout.write(json);
    else writeFileSync(path, json);
  } else if (option === undefined) {
    const file = join(ROOT, 'machines', 'README.md');
    writeFileSync(file, writeAtlas(describeAll()));
    console.log(`${charts.length} charts in ${file}`);
  } else {
    console.log(HELP);
    if (option !== '--help') process.exitCode = 1;
  }
};
