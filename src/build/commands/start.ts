import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../root.ts';
import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { Command } from './command-table.ts';

export const command: Command = {
  help: 'npm start: builds if the build is stale, runs the migrations, serves the site and the API.',
  async run() {
    if (!isBuilt()) {
      console.log('Building …');
      await buildAll();
    }
    return pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href;
  },
};
