import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Manifest } from 'vite';
import type { PrerenderedPage } from '#web/boot/prerender.tsx';
import { PATH_KEY, PRERENDERED_ATTRIBUTE, ROOT_ID } from '#web/platform/dom-contract.ts';
import { WITHOUT_STORAGE } from '../node-versions.ts';
import { ROOT } from '../root.ts';
import { pageHead } from './page-head.ts';
import { sitemap } from './sitemap.ts';
import { drawSocialImages } from './social-images.ts';

const ENTRY = 'index.html';
const PRERENDER = 'src/web/boot/prerender.tsx';
/** Routes whose prerendered view is also part of the home page's document, for hash addresses. */
const IN_HOME_DOCUMENT = ['/login', '/checkout', '/demo'];
/** The static parts of the home page, whose styles it needs. */
const HOME_PARTS = 'src/web/pages/home/static-parts.tsx';
/** The form of the campaign, loaded after the page. */
const CAMPAIGN_FORM = 'src/web/pages/demo/demo-dialog.tsx';
/**
 * Modules whose styles a document has beside those of its page. Chromium laid out the whole campaign page again when
 * the styles of its form came later.
 */
const OTHER_STYLES: Record<string, string> = { '/': HOME_PARTS, '/campaign': CAMPAIGN_FORM };

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
const stylesheetsOf = (manifest: Manifest, pages: string[]): string[] => [
  ...new Set([...keysOf(manifest, pages)].flatMap((key) => manifest[key]?.css ?? [])),
];

/** The URLs of the scripts that the entry script and some pages import, each after its own imports. */
const chunksOf = (manifest: Manifest, pages: string[]): string[] =>
  [...keysOf(manifest, pages)].flatMap((key) => {
    const chunk = manifest[key];
    return chunk && !chunk.isEntry && chunk.file.endsWith('.js') ? [`/${chunk.file}`] : [];
  });

const ROUTES = 'src/web/routing/routes.tsx';
/** A route's path with the first module that its chunk imports. */
const ROUTE_ENTRY = /'(\/[^']*)': \{[\s\S]*?import\('\.\.\/(pages\/[^']+)'\)/g;

/** The module of each route's page, by path, as the manifest names it: `src/web/pages/demo/demo.tsx`. */
const pageModules = (): Record<string, string> =>
  Object.fromEntries(
    [...readFileSync(join(ROOT, ROUTES), 'utf8').matchAll(ROUTE_ENTRY)].map(
      ([, path = '', page]) => [path, `src/web/${page}`],
    ),
  );

/**
 * The modules that a document is rendered from, beside those of every page; none for an address that
 * is no prerendered route. `/pricing.html` is the document of `/pricing`.
 */
export const documentModules = (address: string): string[] => {
  const modules = pageModules();
  const path = address.replace(/(?:\/index)?\.html$/, '') || '/';
  const page = modules[path];
  if (page === undefined) return [];
  const parts = path === '/' ? IN_HOME_DOCUMENT.flatMap((other) => modules[other] ?? []) : [];
  return [page, PRERENDER, ...(path === '/' ? [HOME_PARTS, ...parts] : [])];
};

const EMPTY_ROOT = `<div id="${ROOT_ID}"></div>`;
const TITLE = /<title>[^<]*<\/title>/;
/** The only inline script of index.html. */
const HEAD_SCRIPT = /<script>[\s\S]*?<\/script>/;
const STYLESHEET = /\s*<link rel="stylesheet"[^>]*>/g;
const ENTRY_SCRIPT = /\s*<script type="module" crossorigin src="([^"]*)"><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload"[^>]*>/g;
const INDENTATION = /^ +/gm;
/** HTML has no self-closing tags; a formatter writes them. */
const SELF_CLOSING = /\s*\/(?=>)/g;
/** An unknown type keeps the browser from fetching a stylesheet; `disabled` would not. */
const INLINED = 'text/inlined';
const HTML_BYTES_MAX = 4 * 1024 * 1024;

/** The file of a route's document in the folder of the built site: `pricing.html` for `/pricing`. */
const documentFile = (web: string, path: string): string =>
  join(web, path === '/' ? 'index.html' : `${path.slice(1)}.html`);

const prerenderRoutes = async (dist: string): Promise<Record<string, PrerenderedPage>> => {
  const outDir = join(dist, 'prerender');
  await build({
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: PRERENDER, outDir, target: 'node20' },
  });
  // A child process, because the module runner cannot import the file that was just built.
  const pages = execFileSync(process.execPath, [...WITHOUT_STORAGE, join(outDir, 'prerender.js')], {
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

/** Inlined styles, each followed by the name of its file so that no script loads it again. */
const inlineStyles = (web: string, sheets: string[]): string =>
  sheets
    .map((sheet) => {
      const css = readFileSync(join(web, sheet), 'utf8').trim();
      return `<style>${css}</style><link rel="stylesheet" href="/${sheet}" type="${INLINED}">`;
    })
    .join('');

/** A script to inline. */
const bundleScript = async (name: string): Promise<string> => {
  const result = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      lib: {
        entry: join(ROOT, 'src', 'web', 'boot', name),
        name: 'boot',
        formats: ['iife'],
      },
    },
  });
  const [chunk] = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  if (chunk?.type !== 'chunk') throw new Error(`${name} was not bundled`);
  return `<script>${chunk.code.trim()}</script>`;
};

/**
 * Writes the document of every route, `index.html` for the home page. It has the page's markup and
 * styles, so that it paints with or without script; the inlined script starts the app. The home page's
 * document also has the most visited other pages, as templates, for hash addresses: the script shows
 * the template of the current route, and fetches the documents of the other listed pages. `sitemap.xml`
 * has the listed pages, `social/` their images for link previews. Resolves with the documents by path.
 */
export const prerenderPages = async (dist: string): Promise<Record<string, string>> => {
  const prerendered = await prerenderRoutes(dist);
  const pages = Object.entries(prerendered).map(([path, page]) => ({ path, ...page }));
  const modules = pageModules();
  const web = join(dist, 'web');
  const images = drawSocialImages(web, pages);
  const manifest = takeManifest(dist);
  const built = readFileSync(documentFile(web, '/'), 'utf8');
  const entry = ENTRY_SCRIPT.exec(built)?.[1];
  if (!entry || !built.includes(EMPTY_ROOT)) throw new Error('index.html is not as it is built');
  const boot = await bundleScript('inline-script.ts');
  const address = await bundleScript('address-script.ts');
  const addresses = pages
    .filter(({ path, isListed }) => isListed && path !== '/' && !IN_HOME_DOCUMENT.includes(path))
    .map(({ path }) => path);
  const hash = (await bundleScript('hash-script.ts')).replaceAll('__ADDRESSES__', () =>
    JSON.stringify(addresses),
  );
  const consent = process.env['VITE_TAG_URL'] ? await bundleScript('consent-script.ts') : '';
  const shell = [STYLESHEET, PRELOAD, ENTRY_SCRIPT, INDENTATION, SELF_CLOSING].reduce(
    (markup, part) => markup.replace(part, ''),
    built,
  );
  const sheetsOf = (path: string): string[] =>
    stylesheetsOf(manifest, [modules[path] ?? '', OTHER_STYLES[path] ?? '']);

  const entryChunks = chunksOf(manifest, []);
  const homeSheets = sheetsOf('/');
  const templates = IN_HOME_DOCUMENT.map((path) => {
    const sheets = sheetsOf(path).filter((sheet) => !homeSheets.includes(sheet));
    return `<template ${PRERENDERED_ATTRIBUTE}="${path}">${inlineStyles(web, sheets)}${prerendered[path]?.html}</template>`;
  });
  const documents: Record<string, string> = {};
  for (const page of pages) {
    const { path, html } = page;
    const isHome = path === '/';
    const chunks = Object.fromEntries(
      [path, ...(isHome ? [...IN_HOME_DOCUMENT, ...addresses] : [])].map((shown) => [
        shown,
        chunksOf(manifest, [modules[shown] ?? '']).filter((file) => !entryChunks.includes(file)),
      ]),
    );
    if (path === '/campaign')
      chunks['later'] = chunksOf(manifest, [CAMPAIGN_FORM]).filter(
        (file) => ![...entryChunks, ...(chunks[path] ?? [])].includes(file),
      );
    const script = boot
      .replaceAll('__ENTRY__', () => JSON.stringify(entry))
      .replaceAll('__ENTRY_CHUNKS__', () => JSON.stringify(entryChunks))
      .replaceAll('__CHUNKS__', () => JSON.stringify(chunks));
    const root = `<div id="${ROOT_ID}"${isHome ? '' : ` data-${PATH_KEY}="${path}"`}>${html}</div>`;
    const document = shell
      .replace(TITLE, () => pageHead(page))
      .replace(HEAD_SCRIPT, (own) => consent + (isHome ? hash + own : address))
      .replace('</head>', () => `${inlineStyles(web, sheetsOf(path))}</head>`)
      .replace(EMPTY_ROOT, () => `${root}${isHome ? templates.join('') : ''}${script}`);
    const file = documentFile(web, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, document);
    documents[path] = document;
  }
  writeFileSync(join(web, 'sitemap.xml'), sitemap(pages));
  await images;
  return documents;
};
