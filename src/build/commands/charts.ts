import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atlasFiles } from '#charts/atlas/atlas-files.ts';
import { writeChartsJson } from '#charts/atlas/write-charts-json.ts';
import { charts } from '#charts/model/all-charts.ts';
import { describeAll } from '../charts/describe-all.ts';
import { ROOT } from '../root.ts';
import type { Command } from './command-table.ts';

export const command: Command = {
  help: `npm run charts: writes the atlas, machines/README.md and a page per chart in machines/atlas.
npm run charts -- --json               prints definition and description of every chart as JSON
npm run charts -- --json charts.json   writes the JSON into a file`,
  options: { json: { type: 'boolean' } },
  allowPositionals: true,
  run({ values, positionals }) {
    const [path] = positionals;
    if (values['json']) {
      const json = writeChartsJson(charts, describeAll());
      if (path === undefined) process.stdout.write(json);
      else writeFileSync(path, json);
      return;
    }
    const atlas = join(ROOT, 'machines', 'atlas');
    // The folder is emptied, so that the page of a removed chart does not stay.
    rmSync(atlas, { recursive: true, force: true });
    mkdirSync(atlas, { recursive: true });
    for (const [file, text] of atlasFiles(describeAll()))
      writeFileSync(join(ROOT, 'machines', file), text);
    console.log(`${charts.length} charts in ${atlas}`);
  },
};
