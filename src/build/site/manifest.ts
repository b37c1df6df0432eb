import type { Manifest } from 'vite';

const ENTRY = 'index.html';

/** Manifest keys of the entry script and of some pages, with all their imports. */
const keysOf = (manifest: Manifest, pages: string[]): Set<string> => {
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (!manifest[key] || seen.has(key)) return;
    for (const imported of manifest[key].imports ?? []) visit(imported);
    seen.add(key);
  };
  visit(ENTRY);
  for (const page of pages) visit(page);
  return seen;
};

/** The stylesheets of the document and of some pages, in cascade order. */
export const stylesheetsOf = (manifest: Manifest, pages: string[]): string[] => [
  ...new Set([...keysOf(manifest, pages)].flatMap((key) => manifest[key]?.css ?? [])),
];

/** The scripts of a page without those of the entry. */
export const chunksOf = (manifest: Manifest, page: string): string[] =>
  [...keysOf(manifest, [page])].flatMap((key) => {
    const chunk = manifest[key];
    return chunk && !chunk.isEntry && chunk.file.endsWith('.js') ? [chunk.file] : [];
  });
