import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ACCOUNT_SCRIPT_PATH } from '#contract/account.ts';
import { endpoints } from '#contract/calls/endpoints.ts';
import { ROOT } from '../root.ts';

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
