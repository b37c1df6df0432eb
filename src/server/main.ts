import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { brand } from '#contract/brand.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { readContentPolicy } from './content-policy.ts';
import { openDataFolder } from './data-folder/open-data-folder.ts';
import { openMigrated } from './db/open-migrated.ts';
import { explainFailure } from './explain-failure.ts';
import { closeGently } from './http/close-gently.ts';
import { openMail } from './mail/open-mail.ts';
import { takeBackMail } from './mail/outbox.ts';
import { createMetrics } from './metrics/create-metrics.ts';
import { openMetricsServer } from './metrics/metrics-server.ts';
import { readSettings } from './read-settings.ts';
import { settingsWarnings } from './settings-warnings.ts';

const OWNER_ONLY_UMASK = 0o077;
/** What a stop may take once the drain is over. */
const GRACE_MS = 10_000;
// A request that isn't answered by then waits for its client or for a database that hangs.
const FINISH_MS = 6000;

// The build puts this file into dist/server, the site into dist/web and its policy beside them.
const dist = join(dirname(fileURLToPath(import.meta.url)), '..');

const start = async () => {
  const settings = readSettings(process.env);
  const folder = await openDataFolder(settings);
  process.once('exit', folder.release);
  const database = await openMigrated(settings);
  if (settings.databaseUrl === undefined) await takeBackMail(database.db);
  const mail = await openMail(settings);
  const { metricsHost, metricsPort } = settings;
  const metrics = metricsPort === undefined ? undefined : createMetrics();
  metrics?.watchPool(database.poolState);
  const webRoot = join(dist, 'web');
  let isStopping = false;
  const app = await createApp({
    db: database.db,
    mail,
    clock: systemClock,
    metrics,
    isStopping: () => isStopping,
    config: {
      ...settings,
      secretKey: folder.secretKey,
      csp: await readContentPolicy(join(dist, 'csp.json')),
      webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : undefined,
      log: { level: 'info' },
    },
  });
  const metricsServer =
    metrics && (await openMetricsServer(metrics, { host: metricsHost, port: metricsPort ?? 0 }));
  // Before anybody is told that it is there: who is told may end it at once.
  closeWithGrace({ delay: settings.drainMs + GRACE_MS }, async ({ err, signal }) => {
    if (err) app.log.error({ err }, 'unexpected');
    isStopping = true;
    // No balancer waits for what a person ends (SIGINT), and after an error nothing new is begun.
    if (signal === 'SIGTERM') await pause(settings.drainMs);
    await closeGently(app.server, FINISH_MS);
    await app.close();
    await metricsServer?.close();
    mail.close();
    await database.close();
    folder.release();
  });
  await app.listen({ host: settings.host, port: settings.port });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : settings.port;
  console.log(`${brand.name}  ${settings.publicUrl ?? `http://localhost:${port}`}`);
  console.log(`Mail    ${mail.place}`);
  console.log(`Data    ${database.place}`);
  if (metricsServer) console.log(`Metrics ${metricsServer.url}`);
  for (const warning of settingsWarnings(settings)) console.warn(warning);
};

process.umask(OWNER_ONLY_UMASK);
start().catch((error: unknown) => {
  console.error(`${brand.name} can't start. ${explainFailure(error)}`);
  process.exit(1);
});
