import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import closeWithGrace from 'close-with-grace';
import * as brand from '#contract/brand.ts';
import type { ChartTable } from '#contract/funnel.ts';
import { createApp } from './app.ts';
import { systemClock, version } from './config/app-config.ts';
import { readSettings, settingsWarnings, toListenError } from './config/read-settings.ts';
import { hideNewFiles, openDataFolder } from './data-folder/data-folder.ts';
import { describeStartFailure } from './database/failures.ts';
import { openMigrated } from './database/open-database.ts';
import { closeGracefully } from './http/connections.ts';
import { createLineBatch } from './http/request-log.ts';
import { readContentPolicy } from './http/security-headers.ts';
import { openMail } from './mail/transports.ts';
import { createMetrics } from './metrics/metrics.ts';
import { openMetricsServer } from './metrics/metrics-server.ts';
import { releaseClaims } from './outbox/lease.ts';

/** Time for the whole shutdown after the drain. */
const GRACE_MS = 10_000;
// A request that takes longer waits for a slow client or a database that hangs.
const FINISH_MS = 6000;

// The build writes this file to dist/server, the site to dist/web and its CSP to dist/csp.json, the number of
// its samples to dist/samples.json, and with FUNNEL=1 its charts to dist/charts.json.
const dist = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The charts that the site's pages count; undefined for a site that was built without the counter. */
const readCharts = (): ChartTable[] | undefined => {
  const file = join(dist, 'charts.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

/** How many contents of the site were samples when it was built; 0 if only the API is served. */
const readSampleCount = (): number => {
  const file = join(dist, 'samples.json');
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
};

/**
 * Frees what the start has left. The first opening of the embedded database leaves 430 MB, which V8 keeps as long as
 * a server has little to do.
 */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
};

const start = async () => {
  const settings = readSettings(process.env);
  const folder = await openDataFolder(settings);
  process.once('exit', folder.release);
  const database = await openMigrated(settings);
  if (settings.databaseUrl === undefined) await releaseClaims(database.db);
  const mail = await openMail(settings);
  const { metricsHost, metricsPort } = settings;
  const metrics = metricsPort === undefined ? undefined : createMetrics();
  metrics?.watchPool(database.poolState);
  const webRoot = join(dist, 'web');
  const builtCharts = readCharts();
  const charts = settings.countsTraffic ? builtCharts : undefined;
  // Unlike a write of its own, `console` bears a reader that has gone.
  const lines = createLineBatch((text) => console.log(text.trimEnd()));
  process.once('exit', lines.flush);
  let isStopping = false;
  const app = await createApp({
    db: database.db,
    mail,
    clock: systemClock,
    metrics,
    isStopping: () => isStopping,
    config: {
      ...settings,
      secretKeys: folder.secretKeys,
      charts,
      csp: await readContentPolicy(join(dist, 'csp.json')),
      webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : undefined,
      log: { level: 'info', stream: lines },
    },
  });
  const metricsServer =
    metrics && (await openMetricsServer(metrics, { host: metricsHost, port: metricsPort ?? 0 }));
  if (settings.databaseUrl === undefined) collectGarbage();
  // Signal handlers come before the first output: a caller may send a signal as soon as it reads it.
  closeWithGrace({ delay: settings.drainMs + GRACE_MS }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'uncaught error, shutting down');
    isStopping = true;
    // SIGTERM comes from an orchestrator: the load balancer gets time to see /readyz fail.
    if (signal === 'SIGTERM') await pause(settings.drainMs);
    await closeGracefully(app.server, FINISH_MS);
    await app.close();
    await metricsServer?.close();
    mail.close();
    await database.close();
    folder.release();
  });
  await app.listen({ host: settings.host, port: settings.port }).catch((error) => {
    throw toListenError(error, { host: 'HOST', port: 'PORT' });
  });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : settings.port;
  console.log(`${brand.name}  ${settings.publicUrl ?? `http://localhost:${port}`}`);
  console.log(`Version ${version}`);
  console.log(`Mail    ${mail.place}`);
  console.log(`Data    ${database.place}`);
  if (metricsServer) console.log(`Metrics ${metricsServer.url}`);
  for (const warning of settingsWarnings(settings)) console.warn(warning);
  if (settings.countsTraffic !== (builtCharts !== undefined))
    console.warn(
      settings.countsTraffic
        ? 'WARNING FUNNEL is 1, but this site was built without it: nothing is counted'
        : 'WARNING FUNNEL is not 1, but this site was built with it: what its pages count is lost',
    );
  const samples = settings.publicUrl?.startsWith('https:') ? readSampleCount() : 0;
  if (samples > 0)
    console.warn(
      `WARNING ${samples} contents of this site are samples that a launch replaces: npm run launch lists them, docs/launch.md explains`,
    );
};

hideNewFiles();
start().catch((error: unknown) => {
  console.error(`${brand.name} can't start. ${describeStartFailure(error)}`);
  process.exit(1);
});
