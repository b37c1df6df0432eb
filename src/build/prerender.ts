import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';
import { ROOT } from './root.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
/** A type that no browser fetches a stylesheet of; `disabled` would keep none from being preloaded. */
const INLINED = 'text/inlined';
const HTML_BYTES_MAX = 4 * 1024 * 1024;
/** Where the home page begins, as the manifest names it. */
const HOME = 'src/web/pages/home/home.tsx';

/** The stylesheets of the document's own script and of one page, in the order in which they count. */
const stylesheetsOf = (manifest: Manifest, page: string): string[] => {
  const seen = new Set<string>();
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) visit(imported);
    for (const file of chunk.css ?? []) files.add(file);
  };
  visit('index.html');
  visit(page);
  return [...files];
};

/**
 * Puts the home page's markup, made from the same React tree, into the built `index.html`, and its
 * styles into the head, so that it is painted as soon as it is there, with or without script. The
 * stylesheets themselves are named, so that the script finds that it need not load them.
 */
export const prerenderHome = async (dist: string): Promise<void> => {
  const outDir = join(dist, 'prerender');
  await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/web/prerender.tsx', outDir, target: 'node20' },
  });
  // In a process of its own: the runner that reads this file can't import what was just built.
  const home = execFileSync(process.execPath, [join(outDir, 'prerender.js')], {
    encoding: 'utf8',
    maxBuffer: HTML_BYTES_MAX,
  });
  rmSync(outDir, { recursive: true });
  const web = join(dist, 'web');
  const manifestFolder = join(web, '.vite');
  const manifest: Manifest = JSON.parse(
    readFileSync(join(manifestFolder, 'manifest.json'), 'utf8'),
  );
  rmSync(manifestFolder, { recursive: true });
  const sheets = stylesheetsOf(manifest, HOME);
  const styles = sheets.map((sheet) => readFileSync(join(web, sheet), 'utf8').trim()).join('');
  const named = sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}" type="${INLINED}">`);
  const file = join(web, 'index.html');
  const page = readFileSync(file, 'utf8');
  if (!page.includes(EMPTY_ROOT)) throw new Error('index.html has no empty root to fill');
  writeFileSync(
    file,
    page
      .replace(STYLESHEET, '')
      .replace('</head>', () => `<style>${styles}</style>${named.join('')}</head>`)
      .replace(EMPTY_ROOT, () => `<div id="root">${home}</div>`),
  );
};
