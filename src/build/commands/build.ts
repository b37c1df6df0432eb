import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, runnerImport } from 'vite';
import { charts } from '#charts/model/all-charts.ts';
import { MS_PER_S } from '#contract/durations.ts';
import type { ChartTable } from '#contract/funnel.ts';
import { compressSite } from '../assets/compress.ts';
import { tableOf } from '../charts/chart-table.ts';
import { API_DOCUMENT, formatApi } from '../openapi/document.ts';
import { ROOT } from '../root.ts';
import { contentPolicy } from '../site/content-policy-sources.ts';
import { isBuilt, recordBuild } from '../site/fingerprint.ts';
import { prerenderPages } from '../site/prerender.ts';
import { exportStatic } from '../static/export-static.ts';
import type { Command, Commands, ServerCommand } from './command-line.ts';
import { sampleContents } from './launch.ts';

const DIST = join(ROOT, 'dist');
/** Selects React's production build; the module runner sets NODE_ENV to development. */
const PRODUCTION = { NODE_ENV: 'production' };

/** Variables of a build. */
export type BuildVariables = Record<`VITE_${string}`, string> & { FUNNEL?: '1' };

interface BuildOptions {
  /** Output folder. */
  dist?: string;
  /** Variables of this build; they override the environment. */
  env?: BuildVariables;
}

/** Sets environment variables while `run` runs, then restores them. */
const withEnvironment = async (
  values: Record<string, string>,
  run: () => Promise<void>,
): Promise<void> => {
  const before = { ...process.env };
  Object.assign(process.env, values);
  try {
    await run();
  } finally {
    for (const name of Object.keys(values)) {
      const value = before[name];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
};

/** The tables of all charts, by which the server judges beacons. */
export const chartTables = (): ChartTable[] => {
  const ids = new Set(charts.map(({ machine }) => machine.id));
  return charts.map(({ machine }) => tableOf(machine, ids));
};

/** Builds the site, not compressed, into `<dist>/web` and the server's CSP sources into `<dist>/csp.json`; their
 * sample contents are counted in `<dist>/samples.json`, and the charts of a site that counts are in
 * `<dist>/charts.json`. */
export const buildSite = ({ dist = DIST, env = {} }: BuildOptions = {}): Promise<void> =>
  withEnvironment({ ...PRODUCTION, ...env }, async () => {
    if (!/^[01]?$/.test(process.env['FUNNEL'] ?? '')) throw new Error('FUNNEL must be 0 or 1');
    await build({ root: ROOT, logLevel: 'warn', build: { outDir: join(dist, 'web') } });
    const documents = await prerenderPages(dist);
    writeFileSync(join(dist, 'csp.json'), JSON.stringify(contentPolicy(documents, process.env)));
    writeFileSync(join(dist, 'samples.json'), JSON.stringify(sampleContents().length));
    if (process.env['FUNNEL'] === '1')
      writeFileSync(join(dist, 'charts.json'), JSON.stringify(chartTables()));
  });

/** Builds the site's scripts with source maps, which the published ones don't have, into `<folder>/web`. */
export const buildWithSourceMaps = (folder: string): Promise<void> =>
  withEnvironment(PRODUCTION, async () => {
    await build({
      root: ROOT,
      logLevel: 'error',
      build: { outDir: join(folder, 'web'), emptyOutDir: true, sourcemap: 'hidden' },
    });
  });

/** Builds the site into `dist/web` and compresses it, the server and its command-line tools into `dist/server`. */
export const buildAll = async (): Promise<void> => {
  rmSync(DIST, { recursive: true, force: true });
  await buildSite();
  await compressSite(join(DIST, 'web'));
  await withEnvironment(PRODUCTION, async () => {
    await build({
      root: ROOT,
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: {
        ssr: true,
        outDir: 'dist/server',
        target: 'node20',
        minify: false,
        rolldownOptions: {
          input: [
            'src/server/main.ts',
            ...['company', 'funnel', 'leads'].map((name) => `src/server/cli/${name}.ts`),
          ],
        },
      },
    });
  });
  recordBuild();
};

// Not part of buildAll, which tests call too: they would renew a stale description before they find it.
const writeApiDocument = (): void => {
  mkdirSync(dirname(API_DOCUMENT), { recursive: true });
  writeFileSync(API_DOCUMENT, formatApi());
};

const buildCommand: Command = {
  help: `npm run build: builds the site into dist/web and the server into dist/server, and writes the
description of the API into docs/api/openapi.json.
npm run build -- --static   also writes dist/static, which a host of files or a CDN serves without the server`,
  options: { static: { type: 'boolean' } },
  async run({ values }) {
    const start = performance.now();
    writeApiDocument();
    await buildAll();
    if (values['static']) await exportStatic(DIST);
    console.log(`Built in ${((performance.now() - start) / MS_PER_S).toFixed(1)} s.`);
  },
};

const startCommand: Command = {
  help: 'npm start: builds if the build is stale, runs the migrations, serves the site and the API.',
  async run() {
    if (!isBuilt()) {
      console.log('Building …');
      await buildAll();
    }
    return pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href;
  },
};

/**
 * A command of `src/server/cli`, which parses its own arguments, where there is no build yet: `run.js` runs it from the
 * server's bundle, so that it is the code that serves. Its help comes from the source and needs no build.
 */
const serverCommand = (name: string): ServerCommand => ({
  async runServerCommand(args) {
    process.argv.splice(2, process.argv.length, ...args);
    if (args.includes('--help')) {
      const source = join(ROOT, 'src', 'server', 'cli', `${name}.ts`);
      await runnerImport(source, { configFile: false, logLevel: 'error' });
      return undefined;
    }
    await buildAll();
    return pathToFileURL(join(ROOT, 'dist', 'server', `${name}.js`)).href;
  },
});

export const commands: Commands = {
  build: buildCommand,
  start: startCommand,
  company: serverCommand('company'),
  funnel: serverCommand('funnel'),
  leads: serverCommand('leads'),
};
