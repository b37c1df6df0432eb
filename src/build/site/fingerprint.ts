import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../root.ts';

/** Files and folders that a build depends on. */
const SOURCES = ['index.html', 'machines', 'package-lock.json', 'public', 'src', 'vite.config.ts'];
/** Edge coverage of the browser tests. */
const COVERAGE = '.cache/edge-coverage';
const RECORD = join(ROOT, 'dist', 'built-from');

const filesBelow = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .sort()
        .flatMap((name) => filesBelow(join(path, name)))
    : [path];

/** A hash of the sources' names, sizes and modification times, and of the variables that a build reads. */
const fingerprint = (): string => {
  const hash = createHash('sha256').update(process.version);
  // The live view shows the edge coverage.
  const hasCoverage = process.env['VITE_CHARTS'] === '1' && existsSync(join(ROOT, COVERAGE));
  const sources = hasCoverage ? [...SOURCES, COVERAGE] : SOURCES;
  for (const file of sources.flatMap((source) => filesBelow(join(ROOT, source)))) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${file}\0${mtimeMs}\0${size}\0`);
  }
  for (const [name, value] of Object.entries(process.env).sort())
    if (/^(?:VITE_|FUNNEL$)/.test(name)) hash.update(`${name}=${value}\0`);
  return hash.digest('hex');
};

/** Whether `dist` was built from the current sources. */
export const isBuilt = (): boolean =>
  existsSync(RECORD) && readFileSync(RECORD, 'utf8') === fingerprint();

/** Records the fingerprint that `dist` was built from. */
export const recordBuild = (): void => writeFileSync(RECORD, fingerprint());
