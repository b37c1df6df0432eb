import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildAll } from './build.ts';
import { isBuilt } from './fingerprint.ts';
import { ROOT } from './root.ts';

/**
 * Builds what is stale, hands the words over as the process's own, and answers with the address of
 * the built command.
 */
export const handOver = async (command: string, words: string[]): Promise<string> => {
  if (!isBuilt()) await buildAll();
  process.argv.splice(2, process.argv.length, ...words);
  return pathToFileURL(join(ROOT, 'dist', 'server', `${command}.js`)).href;
};
