import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.ts';
import { isBuilt } from './fingerprint.ts';
import { ROOT } from './root.ts';

/** Builds what is stale, then hands the words of the command over to the back office. */
export default async (args: string[]): Promise<string> => {
  if (!isBuilt()) await buildAll();
  process.argv.splice(2, process.argv.length, ...args);
  return pathToFileURL(join(ROOT, 'dist', 'server', 'company.js')).href;
};
