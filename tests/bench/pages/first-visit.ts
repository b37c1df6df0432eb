import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** Sizes in bytes as transferred: brotli where the build created a compressed copy. */
export interface FirstVisit {
  /** Number of script files. */
  files: number;
  script: number;
  /** Stylesheets that are not inlined in the document. */
  style: number;
  /** The document, scripts, stylesheets and heading font. */
  all: number;
  /**
   * What is fetched after the page is shown, for what can be opened in it, such as a dialog; not
   * part of `all`.
   */
  later: number;
}

/** The manifest's key of the app's entry. */
const ENTRY = 'index.html';
/**
 * Stylesheets that are inlined in the document; the script finds them by name and doesn't load
 * them.
 */
const INLINED = /<link rel="stylesheet" href="\/([^"]+)" type="text\/inlined">/g;
const FONT = /<link\s+rel="preload"\s+href="\/([^"]+\.woff2)"/g;

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, file = '']) => file);

/** These chunks and all their static imports, by manifest key. */
const reachedFrom = (manifest: Manifest, keys: string[]): string[] => {
  const reached = new Set(keys);
  for (const key of reached)
    for (const imported of manifest[key]?.imports ?? []) reached.add(imported);
  return [...reached];
};

/** The script files of a page's first visit, as the manifest names them. */
export const scriptsOf = (manifest: Manifest, page: string): string[] => [
  ...new Set(reachedFrom(manifest, [ENTRY, page]).flatMap((key) => manifest[key]?.file ?? [])),
];

/**
 * Sums up what a browser with an empty cache loads for one page of a build.
 *
 * @param dist the folder of the build
 * @param page the page's module, as the manifest names it: `src/web/pages/login/login.tsx`
 * @param document the file of its document in the folder of the site: `login.html`
 * @throws if the build has no such page
 */
export const firstVisit = (dist: string, page: string, document: string): FirstVisit => {
  const manifest: Manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'));
  if (!manifest[page]) throw new Error(`The build has no chunk for ${page}`);
  const bytesOf = (files: Iterable<string>): number =>
    [...new Set(files)].reduce((sum, file) => {
      const path = join(dist, 'web', file);
      return sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size;
    }, 0);
  const html = readFileSync(join(dist, 'web', document), 'utf8');
  const inlined = new Set(matchesOf(html, INLINED));
  const filesOf = (keys: string[]) => {
    const chunks = keys.flatMap((key) => manifest[key] ?? []);
    return {
      scripts: chunks.map(({ file }) => file),
      styles: chunks.flatMap(({ css = [] }) => css).filter((file) => !inlined.has(file)),
    };
  };
  const atOnce = reachedFrom(manifest, [ENTRY, page]);
  const { scripts, styles } = filesOf(atOnce);
  // The document's own script imports every page dynamically; only this page's own imports count.
  const own = reachedFrom(manifest, [ENTRY]);
  const opened = atOnce
    .filter((key) => !own.includes(key))
    .flatMap((key) => manifest[key]?.dynamicImports ?? []);
  const later = filesOf(reachedFrom(manifest, opened).filter((key) => !atOnce.includes(key)));
  const script = bytesOf(scripts);
  const style = bytesOf(styles);
  return {
    files: new Set(scripts).size,
    script,
    style,
    all: bytesOf([document, ...matchesOf(html, FONT)]) + script + style,
    later: bytesOf([...later.scripts, ...later.styles]),
  };
};
