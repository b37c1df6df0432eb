import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { scriptsOf } from './first-visit.ts';

/** What one library or one of our folders adds to a page's script. */
export interface ScriptShare {
  /** `react-dom`, `src/web/ui`. */
  part: string;
  /** Bytes after minification. */
  minified: number;
  /** Bytes of the compressed script; the shares of a page add up to it. */
  compressed: number;
}

/** Class names, imports between files, the loader of pages and what else no module contains. */
const BUNDLER = 'the bundler';
const LIBRARY = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const FOLDER = /(?:^|\/)((?:src|machines)(?:\/[^/]+){0,3}?)\/[^/]+$/;

const partOf = (source: string): string =>
  LIBRARY.exec(source)?.[1] ?? FOLDER.exec(source)?.[1] ?? BUNDLER;

/** The part that each character of a script comes from. */
const partsOf = (script: string, map: SourceMap): string[] =>
  script.split('\n').flatMap((line, row) =>
    // One more for the line break.
    Array.from({ length: line.length + 1 }, (_, column) => {
      const entry = map.findEntry(row, column);
      return partOf(('originalSource' in entry && entry.originalSource) || '');
    }),
  );

const compressedBytes = (script: string): number => brotliCompressSync(script).length;

/**
 * The shares of one file. A part's share is what the compressed file would lose without it, scaled so
 * that the shares add up to the file: text that two parts repeat counts for neither.
 */
const sharesOfFile = (script: string, parts: readonly string[]): ScriptShare[] => {
  const whole = compressedBytes(script);
  const losses = [...new Set(parts)].map((part) => {
    const rest = [...script].filter((_, index) => parts[index] !== part).join('');
    const loss = Math.max(0, whole - compressedBytes(rest));
    return { part, minified: script.length - rest.length, loss };
  });
  const all = losses.reduce((sum, { loss }) => sum + loss, 0);
  return losses.map(({ part, minified, loss }) => ({
    part,
    minified,
    compressed: (loss * whole) / all,
  }));
};

/**
 * What the script of a page's first visit consists of, largest share first.
 *
 * @param folder the folder of a build with source maps
 * @param page the page's module, as the manifest names it: `src/web/pages/home/home.tsx`
 */
export const scriptShares = (folder: string, page: string): ScriptShare[] => {
  const web = join(folder, 'web');
  const manifest: Manifest = JSON.parse(readFileSync(join(web, '.vite', 'manifest.json'), 'utf8'));
  const sums: Record<string, ScriptShare> = {};
  for (const file of scriptsOf(manifest, page)) {
    const path = join(web, file);
    const script = readFileSync(path, 'utf8');
    // The bundler's own file has none.
    const map = existsSync(`${path}.map`) ? readFileSync(`${path}.map`, 'utf8') : undefined;
    const parts = map
      ? partsOf(script, new SourceMap(JSON.parse(map)))
      : [...script].map(() => BUNDLER);
    for (const { part, minified, compressed } of sharesOfFile(script, parts)) {
      sums[part] ??= { part, minified: 0, compressed: 0 };
      sums[part].minified += minified;
      sums[part].compressed += compressed;
    }
  }
  return Object.values(sums).sort((a, b) => b.compressed - a.compressed);
};
