import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.ts';
import { isBuilt } from './fingerprint.ts';
import { ROOT } from './root.ts';

/** Builds what is stale, then hands over to the server. */
export default async (args: string[]): Promise<string | undefined> => {
  if (args.includes('--help')) {
    console.log('npm start: builds what is stale, migrates, serves the site and the API.');
    return undefined;
  }
  if (!isBuilt()) {
    console.log('Building …');
    await buildAll();
  }
  return pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href;
};
