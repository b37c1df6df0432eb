import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';
import { chunksOf, stylesheetsOf } from './manifest.ts';
import { ROOT } from './root.ts';

const EMPTY_ROOT = '<div id="root"></div>';
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const ENTRY_SCRIPT = /\s*<script type="module" crossorigin src="([^"]*)"><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload"[^>]*>/g;
/** A type that no browser fetches a stylesheet of; `disabled` would keep none from being preloaded. */
const INLINED = 'text/inlined';
const HTML_BYTES_MAX = 4 * 1024 * 1024;
const PAGES = 'src/web/pages';
/** What the home page is made of, as the manifest names it. */
const HOME = [`${PAGES}/home/home.tsx`, `${PAGES}/home/still-parts.tsx`];
/** Pages whose first view is in the document, because people come straight to them. */
const DOORS: Record<string, string> = {
  '/login': `${PAGES}/login/login.tsx`,
  '/checkout': `${PAGES}/checkout/checkout.tsx`,
  '/demo': `${PAGES}/demo/demo.tsx`,
  '/campaign': `${PAGES}/campaign/campaign.tsx`,
};

const prerenderViews = async (dist: string): Promise<Record<string, string>> => {
  const outDir = join(dist, 'prerender');
  await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/web/prerender.tsx', outDir, target: 'node20' },
  });
  // In a process of its own: the runner that reads this file can't import what was just built.
  const views = execFileSync(
    process.execPath,
    [join(outDir, 'prerender.js'), '/', ...Object.keys(DOORS)],
    { encoding: 'utf8', maxBuffer: HTML_BYTES_MAX },
  );
  rmSync(outDir, { recursive: true });
  return JSON.parse(views);
};

const takeManifest = (dist: string): Manifest => {
  const folder = join(dist, 'web', '.vite');
  const kept = join(dist, 'manifest.json');
  renameSync(join(folder, 'manifest.json'), kept);
  rmSync(folder, { recursive: true });
  return JSON.parse(readFileSync(kept, 'utf8'));
};

/** Styles as the document carries them, and the names of their files, so that no script loads them. */
const inlineStyles = (web: string, sheets: string[]): string => {
  const styles = sheets.map((sheet) => readFileSync(join(web, sheet), 'utf8').trim()).join('');
  const named = sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}" type="${INLINED}">`);
  return `<style>${styles}</style>${named.join('')}`;
};

const bootScript = async (entry: string, chunks: Record<string, string[]>): Promise<string> => {
  const result = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      __ENTRY__: JSON.stringify(entry),
      __CHUNKS__: JSON.stringify(chunks),
    },
    build: {
      write: false,
      modulePreload: false,
      lib: { entry: join(ROOT, 'src', 'web', 'boot', 'begin.ts'), name: 'boot', formats: ['iife'] },
    },
  });
  const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('begin.ts was not bundled');
  return `<script>${chunk.code.trim()}</script>`;
};

/**
 * Puts the home page's markup, made from the same React tree, into the built `index.html` with its
 * styles, so that it is painted as soon as it is there, with or without script; the first views of
 * the doors as templates after it; and a few lines that show the one that the hash names, and start
 * the script when it doesn't compete with the first paint.
 */
export const prerenderPages = async (dist: string): Promise<void> => {
  const views = await prerenderViews(dist);
  const web = join(dist, 'web');
  const manifest = takeManifest(dist);
  const homeSheets = stylesheetsOf(manifest, HOME);
  const doors = Object.entries(DOORS).map(([path, page]) => {
    const sheets = stylesheetsOf(manifest, [page]).filter((sheet) => !homeSheets.includes(sheet));
    return `<template data-door="${path}">${inlineStyles(web, sheets)}${views[path]}</template>`;
  });
  const chunks = Object.fromEntries(
    Object.entries({ '/': HOME[0] ?? '', ...DOORS }).map(([path, page]) => [
      path,
      chunksOf(manifest, page).map((file) => `/${file}`),
    ]),
  );
  const file = join(web, 'index.html');
  const page = readFileSync(file, 'utf8');
  const entry = ENTRY_SCRIPT.exec(page)?.[1];
  if (!entry || !page.includes(EMPTY_ROOT)) throw new Error('index.html is not as it is built');
  const boot = await bootScript(entry, chunks);
  writeFileSync(
    file,
    page
      .replace(STYLESHEET, '')
      .replace(PRELOAD, '')
      .replace(ENTRY_SCRIPT, '')
      .replace('</head>', () => `${inlineStyles(web, homeSheets)}</head>`)
      .replace(EMPTY_ROOT, () => `<div id="root">${views['/']}</div>${doors.join('')}${boot}`),
  );
};
