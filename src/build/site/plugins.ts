import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ACCOUNT_SCRIPT_PATH } from '#contract/account.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import * as brand from '../../contract/brand.ts';
import { escapeMarkup, fillPlaceholders } from '../fill-placeholders.ts';
import { ROOT } from '../root.ts';
import { robots } from './sitemap.ts';

const DESCRIPTION = /\bdescription:\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`),?/g;

/**
 * Leaves the descriptions of the charts out of the site's scripts, no page of which shows them. The live
 * view does, so a build with VITE_CHARTS=1 keeps them.
 */
export const chartDescriptions = (): Plugin => ({
  name: 'chart-descriptions',
  enforce: 'pre',
  apply: (_config, { command }) => command === 'build' && process.env['VITE_CHARTS'] !== '1',
  transform: {
    filter: { id: /\/machines\/[a-z-]+\.ts$/ },
    handler: (code) => code.replace(DESCRIPTION, ''),
  },
});

/** Leaves the descriptions of the pages out of the site's scripts. Only their documents have them. */
export const pageDescriptions = (): Plugin => ({
  name: 'page-descriptions',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\/src\/web\/routing\/routes\.tsx$/ },
    handler: (code) => code.replace(DESCRIPTION, ''),
  },
});

/** The modules that a site has only with a variable, and their styles. */
const OPTIONAL_MODULES: Record<string, RegExp> = {
  VITE_CALENDAR_URL:
    /\/src\/web\/(?:pages\/(?:demo-schedule\/calendar-button|thank-you\/choose-time)|platform\/sent-request)\./,
  FUNNEL: /\/src\/web\/flows\/funnel\./,
  VITE_TAG_URL: /\/src\/web\/(?:boot\/consent-bar|layout\/consent-settings)\./,
};

/** Whether the build has no value for the variable of a module or its style sheet. */
export const isLeftOut = (file: string): boolean =>
  Object.entries(OPTIONAL_MODULES).some(
    ([name, path]) => /^0?$/.test(process.env[name] ?? '') && path.test(file),
  );

/**
 * Empties modules whose variable has no value. Tree shaking alone would leave traces of what they import: another
 * order of the modules, and so other bytes.
 */
export const optionalModules = (): Plugin => ({
  name: 'optional-modules',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/ },
    handler: (code, id) =>
      isLeftOut(id)
        ? [...code.matchAll(/^export const (\w+)/gm)]
            .map(([, name]) => `export const ${name} = undefined;`)
            .join('')
        : undefined,
  },
});

/** Replaces `src/contract/calls/endpoints.ts` by its value, so that the table of calls stays on the server. */
export const endpointValues = (): Plugin => ({
  name: 'endpoint-values',
  load: {
    filter: { id: /\/src\/contract\/calls\/endpoints\.ts$/ },
    handler: () => `export const endpoints = ${JSON.stringify(endpoints)};`,
  },
});

const ENTRY = 'src/web/account.tsx';
const NAME = 'account';

/** What Vite adds to its own documents: React's fast refresh needs it before the first component. */
const DEVELOPMENT_SCRIPT = `import { injectIntoGlobalHook } from '/@react-refresh';
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import('/${ENTRY}');
`;

/**
 * Adds the script of the application page's account settings to the build, under a name without a hash,
 * because the server writes that page and knows no hashes. What it imports has one.
 */
export const accountScript = (): Plugin => ({
  name: 'account-script',
  config(_config, { command, isSsrBuild }) {
    if (command !== 'build' || isSsrBuild) return undefined;
    const input = { index: join(ROOT, 'index.html'), [NAME]: join(ROOT, ENTRY) };
    const entryFileNames = ({ name }: { name: string }) =>
      name === NAME ? ACCOUNT_SCRIPT_PATH.slice(1) : 'assets/[name]-[hash].js';
    return { build: { rolldownOptions: { input, output: { entryFileNames } } } };
  },
  configureServer({ middlewares }) {
    middlewares.use(ACCOUNT_SCRIPT_PATH, (_request, response) => {
      response.setHeader('content-type', 'text/javascript').end(DEVELOPMENT_SCRIPT);
    });
  },
});

interface SiteFile {
  /** Name at the site's root. */
  name: string;
  /** Content-Type of the response. */
  type: string;
  text: string;
}

const icon = (side: number) => ({
  src: `/icon-${side}.png`,
  sizes: `${side}x${side}`,
  type: 'image/png',
  purpose: 'any maskable',
});

/** The colours are the light and dark background of `src/contract/palette.css`. */
const manifest = {
  name: brand.name,
  short_name: brand.name,
  start_url: '/',
  display: 'browser',
  background_color: '#fbfaf7',
  theme_color: '#0f1220',
  icons: [icon(192), icon(512)],
};

/** Files at the site's root that contain the product's name or URL. */
export const siteFiles: readonly SiteFile[] = [
  { name: 'robots.txt', type: 'text/plain; charset=utf-8', text: robots },
  {
    name: 'site.webmanifest',
    type: 'application/manifest+json; charset=utf-8',
    text: `${JSON.stringify(manifest, null, 2)}\n`,
  },
];

/**
 * Fills the brand into `index.html` and provides the files at the site's root, in builds and in
 * development.
 */
export const brandedSite = (): Plugin => ({
  name: 'branded-site',
  transformIndexHtml: {
    order: 'pre',
    // Without the comments of its script, which are for readers of the source.
    handler: (html) => fillPlaceholders(html, escapeMarkup).replace(/^ *\/\/.*\n/gm, ''),
  },
  generateBundle() {
    for (const { name, text } of siteFiles)
      this.emitFile({ type: 'asset', fileName: name, source: text });
  },
  configureServer({ middlewares }) {
    for (const { name, type, text } of siteFiles)
      middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('content-type', type).end(text);
      });
  },
});
