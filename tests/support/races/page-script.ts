import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { ROOT } from '#build/root.ts';
import { endpointValues } from '#build/site/plugins.ts';
import type * as page from './page.ts';

/** What the script of a page offers to whoever drives it. */
export type Page = typeof page;

/** The names of the platform that a page gets from its own tab and not from Node. */
export const TAB_NAMES = [
  'globalThis',
  'window',
  'self',
  'location',
  'history',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'HashChangeEvent',
  'fetch',
  'setTimeout',
  'clearTimeout',
  'Date',
  'AbortSignal',
  'console',
] as const;

export type TabScope = Record<(typeof TAB_NAMES)[number], unknown>;

/** The scripts of the documents. */
export interface Scripts {
  page: Script<Page>;
  /** That of the signed-in page, which the server writes. */
  logOut: Script<void>;
}

/** Runs a script in the scope of a tab: its free names are those of the tab. */
export type Script<Result> = (scope: TabScope) => Result;

/** Compiles a script once. Each run has its own variables, as a script has in each document. */
export const compileScript = <Result>(code: string): Script<Result> => {
  const run = new Function(...TAB_NAMES, code);
  return (scope) => run(...TAB_NAMES.map((name) => scope[name]));
};

/**
 * Bundles the flows with their charts and the API client, as the build does for browsers. The modules keep
 * state, such as the draft and the session of a page: each document needs its own.
 */
export const buildPageScript = async (): Promise<Script<Page>> => {
  const output = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [endpointValues()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(ROOT, 'tests/support/races/page.ts'),
        formats: ['iife'],
        name: 'page',
        fileName: 'page',
      },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [bundle] = [output].flat() as Rolldown.RolldownOutput[];
  const [chunk] = bundle?.output ?? [];
  if (!chunk) throw new Error('The script of the page is empty.');
  return compileScript<Page>(`${chunk.code}\nreturn page;`);
};
