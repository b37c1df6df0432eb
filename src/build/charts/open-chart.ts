import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createServer, type Plugin, searchForWorkspaceRoot, transformWithOxc } from 'vite';
import { actorImports } from '#paths/actor-imports.ts';
import { type LoadedChart, pathsFileOf } from '#paths/load-chart.ts';
import { templateText } from '#paths/template/template-text.ts';
import { ROOT } from '../root.ts';
import { projectPayloads } from './charts-page.ts';
import { readChartSource } from './read-chart-source.ts';

/** A chart of the project, or of a file with what lists its events. */
export type ChartToOpen = { name: string; loaded?: LoadedChart; eventsFile?: string | undefined };

/** A text that the opened chart's view links to, by the path of its address. */
export type LinkedTexts = Record<string, () => string | Promise<string>>;

const PAGE = 'src/charts/viewer/charts.html';
const SAMPLES = 'virtual:sample-options.ts';
const text = JSON.stringify;

/** The module of a chart's own options, else samples of the types. */
const optionsModuleOf = ({ file, isGuessed }: LoadedChart): string => {
  if (isGuessed) return SAMPLES;
  const neighbor = pathsFileOf(file);
  return existsSync(neighbor) ? neighbor : file;
};

/** The starting file of `npm run paths -- --template` as JavaScript; the bare events where it fails. */
const samplesOf = async (loaded: LoadedChart): Promise<string> => {
  try {
    return (await transformWithOxc(templateText(loaded), join(ROOT, 'options.ts'))).code;
  } catch {
    return `export const options = ${text(loaded.options)};`;
  }
};

const payloadsModule = (payloads: object): string =>
  `export default ${text(payloads)}; export { events as listedEvents } from 'virtual:simulated-chart';`;

/** The modules by which the view and its worker know the chart. */
const modulesOf = (chart: ChartToOpen): Record<string, string | Promise<string>> => {
  const { name, loaded, eventsFile } = chart;
  const opened = `import { openChart } from '/src/charts/simulation/opened-chart.ts';`;
  const exports = 'export const { chart, charts, events, inputs }';
  if (!loaded)
    return {
      'virtual:simulated-chart': `${opened}
        import { charts as all } from '/src/charts/model/all-charts.ts';
        import { allOptions } from '/src/paths/options/all-options.ts';
        const { machine } = all.find((one) => one.name === ${text(name)});
        ${exports} = openChart(${text(name)}, machine, allOptions[${text(name)}] ?? {});
        for (const [of, options] of Object.entries(allOptions)) events[of] = options.events;`,
      'virtual:event-payloads': payloadsModule(projectPayloads()),
    };
  const source = readChartSource(readFileSync(loaded.file, 'utf8'), loaded.machine.id);
  return {
    'virtual:simulated-chart': `${opened}
      import * as module from ${text(loaded.file)};
      import * as listed from ${text(eventsFile ?? optionsModuleOf(loaded))};
      const options = listed.options ?? listed.default;
      ${exports} = openChart(${text(name)}, module[${text(loaded.exported)}],
        Array.isArray(options) ? { events: options } : options);`,
    'virtual:event-payloads': payloadsModule({ [name]: source.payloads }),
    [join(ROOT, 'src/charts/model/all-charts.ts')]:
      `export { charts } from 'virtual:simulated-chart';`,
    get [SAMPLES]() {
      return samplesOf(loaded);
    },
  };
};

/** Serves the live view with one chart, which it simulates, at `/`. */
const openedChart = (chart: ChartToOpen, texts: LinkedTexts): Plugin => {
  const modules = modulesOf(chart);
  return {
    name: 'opened-chart',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith('virtual:') && id in modules ? `\0${id}` : undefined),
    load: (id) => modules[id.replace('\0', '')],
    hotUpdate({ file, modules: changed }) {
      if (file.startsWith(join(ROOT, 'src'))) return undefined;
      // A running chart keeps its old machine, in the worker and in the drawing. Other files change nothing.
      if (changed.length > 0) this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        const linked = texts[path];
        if (path === '/') request.url = `/${PAGE}`;
        if (!linked) return next();
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        Promise.resolve()
          .then(linked)
          .then((body) => response.end(body), next);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace('/src/charts/viewer/main.tsx', '/src/charts/simulation/main.tsx'),
    },
  };
};

/** Starts the server of an opened chart. Rejects where the port is taken. */
export const serveChart = async (chart: ChartToOpen, texts: LinkedTexts, port?: number) => {
  const folder = dirname(chart.loaded?.file ?? ROOT);
  const server = await createServer({
    root: ROOT,
    // Beside npm run dev, which optimizes other packages.
    cacheDir: join(ROOT, '.cache', 'vite-charts'),
    logLevel: 'warn',
    plugins: [openedChart(chart, texts), actorImports()],
    resolve: { dedupe: ['xstate'] },
    optimizeDeps: {
      entries: ['src/charts/simulation/main.tsx'],
      include: ['react', 'react-dom/client', 'xstate', '@xyflow/react', 'elkjs/lib/elk-api.js'],
    },
    server: {
      ...(port === undefined ? { port: 5170 } : { port, strictPort: true }),
      fs: { allow: [ROOT, searchForWorkspaceRoot(folder)] },
    },
  });
  await server.listen();
  const [url = ''] = server.resolvedUrls?.local ?? [];
  return { url, close: () => server.close() };
};

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the browser of the system, if it has one. */
export const openBrowser = (url: string): void => {
  const [command = '', ...words] = OPENERS[process.platform] ?? ['xdg-open'];
  spawn(command, [...words, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
};
