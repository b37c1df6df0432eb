import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Manifest } from 'vite';
import type { PrerenderedPage } from '#web/boot/prerender.tsx';
import { PRERENDERED_ATTRIBUTE, ROOT_ID } from '#web/platform/dom-contract.ts';
import { drawSocialImages } from '../assets/draw-social-images.ts';
import { ROOT } from '../root.ts';
import { chunksOf, stylesheetsOf } from './manifest.ts';
import { pageHead } from './page-head.ts';
import { sitemap } from './sitemap.ts';

const EMPTY_ROOT = `<div id="${ROOT_ID}"></div>`;
const TITLE = /<title>[^<]*<\/title>/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const ENTRY_SCRIPT = /\s*<script type="module" crossorigin src="([^"]*)"><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload"[^>]*>/g;
/** An unknown type keeps the browser from fetching a stylesheet; `disabled` would not. */
const INLINED = 'text/inlined';
const HTML_BYTES_MAX = 4 * 1024 * 1024;
const PAGES = 'src/web/pages';
/** The home page's module in the manifest. */
const HOME = [`${PAGES}/home/home.tsx`, `${PAGES}/home/static-parts.tsx`];
/** Routes whose prerendered view is part of index.html. */
const PRERENDERED_PAGES: Record<string, string> = {
  '/login': `${PAGES}/login/login.tsx`,
  '/checkout': `${PAGES}/checkout/checkout.tsx`,
  '/demo': `${PAGES}/demo/demo.tsx`,
  '/campaign': `${PAGES}/campaign/campaign.tsx`,
};

const prerenderRoutes = async (dist: string): Promise<Record<string, PrerenderedPage>> => {
  const outDir = join(dist, 'prerender');
  await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: 'src/web/boot/prerender.tsx', outDir, target: 'node20' },
  });
  // A child process, because the module runner cannot import the file that was just built.
  const pages = execFileSync(process.execPath, [join(outDir, 'prerender.js')], {
    encoding: 'utf8',
    maxBuffer: HTML_BYTES_MAX,
  });
  rmSync(outDir, { recursive: true });
  return JSON.parse(pages);
};

const takeManifest = (dist: string): Manifest => {
  const folder = join(dist, 'web', '.vite');
  const kept = join(dist, 'manifest.json');
  renameSync(join(folder, 'manifest.json'), kept);
  rmSync(folder, { recursive: true });
  return JSON.parse(readFileSync(kept, 'utf8'));
};

/** Inlined styles, with the names of their files so that no script loads them again. */
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
      lib: {
        entry: join(ROOT, 'src', 'web', 'boot', 'inline-script.ts'),
        name: 'boot',
        formats: ['iife'],
      },
    },
  });
  const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error('inline-script.ts was not bundled');
  return `<script>${chunk.code.trim()}</script>`;
};

/**
 * Writes the initial HTML. The home page's markup and styles go into the built `index.html`, so that
 * it paints with or without script. The other prerendered pages follow as templates. The inlined
 * script shows the template of the current route and starts the app after the first paint.
 * `sitemap.xml` has the listed pages, `social/` their images for link previews.
 */
export const prerenderPages = async (dist: string): Promise<void> => {
  const prerendered = await prerenderRoutes(dist);
  const pages = Object.entries(prerendered).map(([path, page]) => ({ path, ...page }));
  const home = prerendered['/'];
  if (!home) throw new Error('There is no home page');
  const web = join(dist, 'web');
  const manifest = takeManifest(dist);
  const homeSheets = stylesheetsOf(manifest, HOME);
  const templates = Object.entries(PRERENDERED_PAGES).map(([path, page]) => {
    const sheets = stylesheetsOf(manifest, [page]).filter((sheet) => !homeSheets.includes(sheet));
    return `<template ${PRERENDERED_ATTRIBUTE}="${path}">${inlineStyles(web, sheets)}${prerendered[path]?.html}</template>`;
  });
  const chunks = Object.fromEntries(
    Object.entries({ '/': HOME[0] ?? '', ...PRERENDERED_PAGES }).map(([path, page]) => [
      path,
      chunksOf(manifest, page).map((file) => `/${file}`),
    ]),
  );
  const file = join(web, 'index.html');
  const page = readFileSync(file, 'utf8');
  const entry = ENTRY_SCRIPT.exec(page)?.[1];
  if (!entry || !page.includes(EMPTY_ROOT)) throw new Error('index.html is not as it is built');
  const [boot] = await Promise.all([bootScript(entry, chunks), drawSocialImages(web, pages)]);
  writeFileSync(
    file,
    page
      .replace(TITLE, () => pageHead({ path: '/', ...home }))
      .replace(STYLESHEET, '')
      .replace(PRELOAD, '')
      .replace(ENTRY_SCRIPT, '')
      .replace('</head>', () => `${inlineStyles(web, homeSheets)}</head>`)
      .replace(
        EMPTY_ROOT,
        () => `<div id="${ROOT_ID}">${home.html}</div>${templates.join('')}${boot}`,
      ),
  );
  writeFileSync(join(web, 'sitemap.xml'), sitemap(pages));
};
