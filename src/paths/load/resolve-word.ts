import { statSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * The absolute path of a file that the command line names. A relative path starts where npm was
 * called (npm itself changes to the folder of package.json). Throws if there is no such file.
 */
export const resolveWord = (word: string): string => {
  const folder = process.env['INIT_CWD'] ?? process.cwd();
  const candidates = [resolve(folder, word), resolve(word)];
  const isKind = (path: string) => statSync(path, { throwIfNoEntry: false });
  const file = candidates.find((path) => isKind(path)?.isFile());
  if (file !== undefined) return file;
  if (candidates.some((path) => isKind(path)?.isDirectory()))
    throw new Error(`${word} is a folder. Name the file of a chart.`);
  throw new Error(`No file ${word} in ${folder}`);
};
