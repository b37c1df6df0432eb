import { join } from 'node:path';
import type { Plugin } from 'vite';
import { ROOT } from './root.ts';

const PAGE = 'src/charts/charts.html';
const RELAY = '/src/charts/relay/relay.ts';

/**
 * The live view of the charts: its page at `/charts`, and in the app's page the script that tells it
 * what the charts do. Both are there in development and in a build with VITE_CHARTS=1 only.
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
