import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from '../root.ts';
import { readChartSource } from './read-chart-source.ts';

const PAGE = 'src/charts/viewer/charts.html';
const RELAY = '/src/charts/viewer/broadcast/broadcast-inspection.ts';

/**
 * Serves the live view of the charts at `/charts`, and adds to the app's page the script that reports
 * actor events to it. Only in development and in a build with VITE_CHARTS=1.
 */
export const chartsPage = (): Plugin => {
  let isOn = false;
  return {
    name: 'charts-page',
    config(_config, { command, isSsrBuild }) {
      isOn = command === 'serve' || process.env['VITE_CHARTS'] === '1';
      if (command !== 'build' || !isOn || isSsrBuild) return undefined;
      const input = { index: join(ROOT, 'index.html'), charts: join(ROOT, PAGE) };
      return { build: { rolldownOptions: { input } } };
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/charts\/?(?:\?|$)/.test(request.url ?? '')) request.url = `/${PAGE}`;
        next();
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (_html, { path }) =>
        isOn && path === '/index.html'
          ? [{ tag: 'script', attrs: { type: 'module', src: RELAY }, injectTo: 'head-prepend' }]
          : [],
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle[PAGE];
        if (page) page.fileName = 'charts.html';
      },
    },
  };
};

/** A module `virtual:<name>` whose default export is a value. Vite marks its id with a null character. */
const virtualModule = (
  name: string,
  createValue: (watch: (file: string) => void) => unknown,
  others = '',
): Plugin => ({
  name,
  resolveId: {
    filter: { id: new RegExp(`^virtual:${name}$`) },
    handler: () => `\0virtual:${name}`,
  },
  load: {
    filter: { id: new RegExp(`virtual:${name}$`) },
    handler() {
      return `export default ${JSON.stringify(createValue((file) => this.addWatchFile(file)))}; ${others}`;
    },
  },
});

const MACHINES = join(ROOT, 'machines');

/** The payload fields of each event type of the project's charts, read from their TypeScript source. */
export const projectPayloads = (watch: (file: string) => void = () => {}) => {
  const files = readdirSync(MACHINES).filter((file) => file.endsWith('.ts'));
  return Object.fromEntries(
    files.map((file) => {
      const path = join(MACHINES, file);
      watch(path);
      return [basename(file, '.ts'), readChartSource(readFileSync(path, 'utf8')).payloads];
    }),
  );
};

/** Provides `virtual:event-payloads`: for each chart, the payload fields of each event type. */
export const eventPayloads = (): Plugin =>
  virtualModule('event-payloads', projectPayloads, 'export const listedEvents = undefined;');

const PICTURES = join(ROOT, 'tests', 'visual', 'approved');
/** The end of the name of a kind of picture that every state has. */
const KIND = '.1440-light.webp';

const picturesIn = (folder: string): string[] =>
  readdirSync(join(PICTURES, folder))
    .filter((file) => file.endsWith(KIND))
    .map((file) => file.slice(0, -KIND.length));

/**
 * Provides `virtual:approved-pictures`: the names of the approved pictures by folder. The development
 * server serves them as it serves every file of the project; a build does not contain them.
 */
export const approvedPictures = (): Plugin => {
  let isServed = false;
  return {
    ...virtualModule('approved-pictures', () => {
      const folders = isServed ? readdirSync(PICTURES) : [];
      return Object.fromEntries(folders.map((folder) => [folder, picturesIn(folder)]));
    }),
    config(_config, { command }) {
      isServed = command === 'serve';
    },
  };
};
