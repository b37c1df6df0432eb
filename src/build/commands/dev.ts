import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import closeWithGrace from 'close-with-grace';
import { createServer, type ViteDevServer } from 'vite';
import * as brand from '#contract/brand.ts';
import { paths } from '#contract/calls/paths.ts';
import { FUNNEL_PATH } from '#contract/funnel.ts';
import { ROOT } from '../root.ts';
import { chartTables } from './build.ts';
import type { Commands } from './command-table.ts';

type App = Awaited<ReturnType<typeof import('#server/app.ts')['createApp']>>;

/** First path segments of the API; Vite serves every other path. */
const API = new Set([
  'app',
  FUNNEL_PATH.slice(1),
  ...Object.values(paths).map((path) => path.split('/')[1] ?? ''),
]);

const isApi = ({ url = '' }: IncomingMessage): boolean => API.has(url.split(/[/?]/, 2)[1] ?? '');

/** Nothing but Vite's style elements in the application page. */
const POLICY = {
  documents: {},
  connect: [],
  frame: [],
  scriptOrigins: [],
  images: [],
  styles: ["'unsafe-inline'"],
  payment: [],
};

/** The server's modules that are loaded anew, by their paths from `src/server`. */
interface ServerModules {
  'app.ts': typeof import('#server/app.ts');
  'config/clock.ts': typeof import('#server/config/clock.ts');
  'config/read-settings.ts': typeof import('#server/config/read-settings.ts');
  'data-folder/data-folder.ts': typeof import('#server/data-folder/data-folder.ts');
  'database/migrate.ts': typeof import('#server/database/migrate.ts');
  'database/open-database.ts': typeof import('#server/database/open-database.ts');
  'funnel/report.ts': typeof import('#server/funnel/report.ts');
  'mail/transports.ts': typeof import('#server/mail/transports.ts');
}

/** Loads the current version of a server module. */
const load = <File extends keyof ServerModules>(vite: ViteDevServer, file: File) =>
  vite.ssrLoadModule(`/src/server/${file}`) as Promise<ServerModules[File]>;

/** Opens what survives a reload of the server's code: data folder lock, database, mail. */
const openParts = async (vite: ViteDevServer) => {
  const { readSettings } = await load(vite, 'config/read-settings.ts');
  const { openDataFolder } = await load(vite, 'data-folder/data-folder.ts');
  const { openDatabase } = await load(vite, 'database/open-database.ts');
  const { openMail } = await load(vite, 'mail/transports.ts');
  const settings = readSettings(process.env);
  const folder = await openDataFolder(settings);
  process.once('exit', folder.release);
  const database = await openDatabase(settings);
  const mail = await openMail(settings, (line) => console.log(`Mail: ${line}`));
  return { settings, folder, database, mail };
};

type Parts = Awaited<ReturnType<typeof openParts>>;

const openApp = async (vite: ViteDevServer, parts: Parts): Promise<App> => {
  const { createApp } = await load(vite, 'app.ts');
  const { migrate } = await load(vite, 'database/migrate.ts');
  const { systemClock } = await load(vite, 'config/clock.ts');
  const { settings, folder, database, mail } = parts;
  await migrate(database.db);
  const own = `http://localhost:${settings.port}`;
  const app = await createApp({
    db: database.db,
    mail,
    clock: systemClock,
    config: {
      ...settings,
      publicUrl: settings.publicUrl ?? own,
      webOrigins: [...settings.webOrigins, `http://127.0.0.1:${settings.port}`],
      secretKeys: folder.secretKeys,
      charts: settings.countsTraffic ? chartTables() : undefined,
      csp: POLICY,
      log: { level: 'warn' },
    },
  });
  await app.ready();
  return app;
};

/** The traffic of the last week, which the live view of the charts draws. */
const sendTraffic = async (vite: ViteDevServer, { database }: Parts, response: ServerResponse) => {
  const { lastDays, readReport } = await load(vite, 'funnel/report.ts');
  const { report } = await readReport(database.db, lastDays(7));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(report));
};

const serve = async (): Promise<void> => {
  const server = createHttpServer();
  const vite = await createServer({
    root: ROOT,
    server: { middlewareMode: true, hmr: { server } },
    appType: 'spa',
  });
  const parts = await openParts(vite);
  let app = await openApp(vite, parts);

  const reload = async (file: string) => {
    if (!/^src\/(?:server|contract)\//.test(file.slice(ROOT.length))) return;
    // Vite's own watcher may run after this one.
    vite.environments['ssr']?.moduleGraph.invalidateAll();
    try {
      const renewed = await openApp(vite, parts);
      await app.close();
      app = renewed;
      console.log(`Server reloaded: ${file.slice(ROOT.length)}`);
    } catch (error) {
      console.error(error);
    }
  };
  vite.watcher.on('change', (file) => {
    // A running actor keeps its old machine, so the page reloads; a saved draft restores the form.
    if (file.startsWith(join(ROOT, 'machines')))
      vite.environments['client']?.hot.send({ type: 'full-reload' });
    else void reload(file);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (isApi(request)) app.routing(request, response);
    else if (request.url === '/charts/funnel.json')
      sendTraffic(vite, parts, response).catch((error) => {
        console.error(error);
        response.writeHead(500).end();
      });
    else vite.middlewares(request, response);
  });
  const { host, port } = parts.settings;
  server.listen(port, host, () => {
    console.log(`${brand.name}  http://localhost:${port}  (development)`);
    console.log(`Mail    ${parts.mail.place}`);
    console.log(`Data    ${parts.database.place}`);
  });
  closeWithGrace(async ({ err }) => {
    if (err) console.error(err);
    server.close();
    await vite.close();
    await app.close();
    parts.mail.close();
    await parts.database.close();
    parts.folder.release();
  });
};

export const commands: Commands = {
  dev: {
    help: 'npm run dev: site and API in one process, with hot reload. Codes are printed here.',
    run: serve,
  },
};
