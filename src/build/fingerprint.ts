import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** Everything that a build is made from. */
const SOURCES = ['index.html', 'machines', 'package-lock.json', 'public', 'src', 'vite.config.ts'];
/** What the browser tests walked of each chart. */
const WALKED = '.cache/edges';
const RECORD = join(ROOT, 'dist', 'built-from');

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesBelow(join(path, name)))
    : [path];

/** A hash of the sources' names, sizes and times, and of the values that are read at build time. */
export const fingerprint = (): string => {
  const hash = createHash('sha256').update(process.version);
  // The live view shows which edges the tests walked.
  const walked = process.env['VITE_CHARTS'] === '1' && existsSync(join(ROOT, WALKED));
  const sources = walked ? [...SOURCES, WALKED] : SOURCES;
  for (const file of sources.flatMap((source) => filesBelow(join(ROOT, source)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  for (const [name, value] of Object.entries(process.env).sort())
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}\0`);
  return hash.digest('hex');
};

/** Whether `dist` was built from what is there now. */
export const isBuilt = (): boolean =>
  existsSync(RECORD) && readFileSync(RECORD, 'utf8') === fingerprint();

/** Writes down what `dist` was built from. */
export const recordBuild = (): void => writeFileSync(RECORD, fingerprint());
