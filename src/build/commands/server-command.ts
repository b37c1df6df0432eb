import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { ROOT } from '../root.ts';
import { isBuilt } from '../site/fingerprint.ts';
import { buildAll } from './build.ts';
import type { ServerCommand } from './command-table.ts';

/**
 * A command of `src/server/cli`, which parses its own words. It runs from the server's bundle, so
 * that it is the code that serves; its help comes from the source and needs no build.
 */
export const serverCommand = (name: string): ServerCommand => ({
  async runServerCommand(words) {
    process.argv.splice(2, process.argv.length, ...words);
    if (words.includes('--help')) {
      const source = join(ROOT, 'src', 'server', 'cli', `${name}.ts`);
      await runnerImport(source, { configFile: false, logLevel: 'error' });
      return undefined;
    }
    if (!isBuilt()) await buildAll();
    return pathToFileURL(join(ROOT, 'dist', 'server', `${name}.js`)).href;
  },
});
