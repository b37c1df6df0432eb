import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Vite marks the id of a virtual module with a null character. */
const RESOLVED = '\0virtual:event-payloads';
const MACHINES = join(ROOT, 'machines');

/** The payload fields of each event type of the project's charts, read from their TypeScript source. */
export const projectPayloads = (onFile: (path: string) => void = () => {}) =>
  Object.fromEntries(
    readdirSync(MACHINES)
      .filter((file) => file.endsWith('.ts'))
      .map((file) => {
        const path = join(MACHINES, file);
        onFile(path);
        return [file.replace(/\.ts$/, ''), readChartSource(readFileSync(path, 'utf8')).payloads];
      }),
  );

/** Provides `virtual:event-payloads`: for each chart, the payload fields of each event type. */
export const eventPayloads = (): Plugin => ({
  name: 'event-payloads',
  resolveId: { filter: { id: /^virtual:event-payloads$/ }, handler: () => RESOLVED },
  load: {
    filter: { id: /virtual:event-payloads$/ },
    handler() {
      const payloads = projectPayloads((path) => this.addWatchFile(path));
      return `export default ${JSON.stringify(payloads)}; export const listedEvents = undefined;`;
    },
  },
});
