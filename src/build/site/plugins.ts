import { readdirSync } from 'node:fs';
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
  VITE_TAG_URL: /\/src\/web\/(?:boot\/consent-bar|layout\/consent-settings)\./,
};

const isLeftOut = (file: string): boolean =>
  Object.entries(OPTIONAL_MODULES).some(([name, path]) => !process.env[name] && path.test(file));

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

const MODULE_STYLES = /\.module\.css$/;
/** Marks a class name of a CSS module for `shortClassNames`. Vite's hash keeps modules apart. */
export const CLASS_NAME_PATTERN = 'x[hash]x-[local]';
const CLASS_NAME = /\bx[\w-]{6}x-[\w-]+/g;

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A number as letters, at least `length` of them. */
const inLetters = (value: number, length: number): string => {
  const rest = Math.floor(value / LETTERS.length);
  const more = length > 1 || rest > 0 ? inLetters(rest, length - 1) : '';
  return (LETTERS[value % LETTERS.length] ?? '') + more;
};

/**
 * Short class names of CSS modules: three letters instead of fifteen make a document smaller by up to 5 %. Two of
 * them are the place of the file among all, the rest that of the name in its file, so that the names are those of
 * the client's build and of the one that prerenders.
 */
export const shortClassNames = (): Plugin[] => {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => MODULE_STYLES.test(file))
    .map((file) => join(ROOT, 'src', file))
    .filter((file) => !isLeftOut(file))
    .sort();
  const shorten = (id: string, code: string, names = new Map<string, string>()) => {
    const file = inLetters(files.indexOf(id), 2);
    const text = code.replace(CLASS_NAME, (name) => {
      const known = names.get(name) ?? file + inLetters(names.size, 1);
      names.set(name, known);
      return known;
    });
    return { text, names };
  };
  const namesOf = new Map<string, Map<string, string>>();
  return [
    // Between the two plugins of Vite that compile a style sheet, and make a module and an asset of it.
    {
      name: 'short-class-names',
      apply: 'build',
      transform: {
        filter: { id: MODULE_STYLES },
        handler(code, id) {
          const { text, names } = shorten(id, code);
          namesOf.set(id, names);
          return text;
        },
      },
    },
    {
      name: 'short-class-names-of-modules',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: MODULE_STYLES },
        handler: (code, id) => shorten(id, code, namesOf.get(id)).text,
      },
    },
  ];
};

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
