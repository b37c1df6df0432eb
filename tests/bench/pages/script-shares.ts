import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from '#build/root.ts';

/** What one library or one of our folders adds to a page's script. */
export interface ScriptShare {
  /** `react-dom`, `src/web/ui`; `bundler` for what no module contains. */
  part: string;
  /** Bytes after minification. */
  minified: number;
  /** Bytes of the page's compressed script; the shares of a page add up to it. */
  compressed: number;
}

const BUNDLER = 'bundler';
const LIBRARY = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;
const FOLDER = /(?:^|\/)((?:src|machines)(?:\/[^/]+){0,2}?)\/[^/]+$/;

const partOf = (source: string | undefined): string =>
  source?.match(LIBRARY)?.[1] ?? source?.match(FOLDER)?.[1] ?? BUNDLER;

/** The part that each character of a script comes from. */
const partsOf = (script: string, map: SourceMap): string[] =>
  script.split('\n').flatMap((line, row) =>
    // With the line break.
    Array.from({ length: line.length + 1 }, (_, column) => {
      const entry = map.findEntry(row, column);
      return partOf('originalSource' in entry ? entry.originalSource : undefined);
    }),
  );

const compressedBytes = (script: string): number => brotliCompressSync(script).length;

/**
 * The shares of one file. A part's share is what the compressed file would lose without it, scaled so
 * that all shares add up: text that two parts repeat counts for neither.
 */
const sharesOfFile = (script: string, map: SourceMap): ScriptShare[] => {
  const parts = partsOf(script, map);
  const whole = compressedBytes(script);
  const losses = [...new Set(parts)].map((part) => {
    const rest = [...script].filter((_, index) => parts[index] !== part).join('');
    return {
      part,
      minified: script.length - rest.length,
      compressed: Math.max(0, whole - compressedBytes(rest)),
    };
  });
  const total = losses.reduce((sum, { compressed }) => sum + compressed, 0);
  return losses.map((loss) => ({ ...loss, compressed: (loss.compressed * whole) / total }));
};

/** Builds the site's scripts with source maps, which the published build doesn't have. */
export const buildMapped = async (folder: string): Promise<void> => {
  await build({
    root: ROOT,
    logLevel: 'warn',
    build: { outDir: join(folder, 'web'), emptyOutDir: true, sourcemap: 'hidden' },
  });
};

/**
 * What a page's script consists of, largest first.
 *
 * @param folder the folder of a build with source maps
 * @param files the page's scripts in its folder `web`
 */
export const scriptShares = (folder: string, files: readonly string[]): ScriptShare[] => {
  const sums = new Map<string, ScriptShare>();
  for (const file of files) {
    const path = join(folder, 'web', file);
    const payload: SourceMapPayload = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
    for (const share of sharesOfFile(readFileSync(path, 'utf8'), new SourceMap(payload))) {
      const { minified, compressed } = sums.get(share.part) ?? { minified: 0, compressed: 0 };
      sums.set(share.part, {
        part: share.part,
        minified: minified + share.minified,
        compressed: compressed + share.compressed,
      });
    }
  }
  return [...sums.values()].sort((a, b) => b.compressed - a.compressed);
};
