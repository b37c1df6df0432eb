import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { brand } from '#contract/brand.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import type { Settings } from './config.ts';
import { readContentPolicy } from './content-policy.ts';
import { openDataFolder } from './data-folder/open-data-folder.ts';
import { migrate } from './db/migrate.ts';
import { type OpenDatabase, openDatabase, SERVING_TIMEOUT_MS } from './db/open-database.ts';
import { explainFailure } from './explain-failure.ts';
import { closeGently } from './http/close-gently.ts';
import { openMail } from './mail/open-mail.ts';
import { takeBackMail } from './mail/outbox.ts';
import { readSettings } from './read-settings.ts';
import { settingsWarnings } from './settings-warnings.ts';

const OWNER_ONLY_UMASK = 0o077;
const GRACE_MS = 10_000;
// A request that isn't answered by then waits for its client or for a database that hangs.
const FINISH_MS = 6000;

// The build puts this file into dist/server, the site into dist/web and its policy beside them.
const dist = join(dirname(fileURLToPath(import.meta.url)), '..');

// A migration of large tables may take longer than anybody would wait for a page.
const openMigrated = async (settings: Settings): Promise<OpenDatabase> => {
  const database = await openDatabase(settings);
  await migrate(database.db);
  if (settings.databaseUrl === undefined) return database;
  await database.close();
  return openDatabase(settings, SERVING_TIMEOUT_MS);
};

const start = async () => {
  const settings = readSettings(process.env);
  const folder = await openDataFolder(settings);
  process.once('exit', folder.release);
  const database = await openMigrated(settings);
  if (settings.databaseUrl === undefined) await takeBackMail(database.db);
  const mail = await openMail(settings);
  const webRoot = join(dist, 'web');
  const app = await createApp({
    db: database.db,
    mail,
    clock: systemClock,
    config: {
      ...settings,
      secretKey: folder.secretKey,
      csp: await readContentPolicy(join(dist, 'csp.json')),
      webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : undefined,
      log: { level: 'info' },
    },
  });
  // Before anybody is told that it is there: who is told may end it at once.
  closeWithGrace({ delay: GRACE_MS }, async ({ err }) => {
    if (err) app.log.error({ err }, 'unexpected');
    await closeGently(app.server, FINISH_MS);
    await app.close();
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
  for (const warning of settingsWarnings(settings)) console.warn(warning);
};

process.umask(OWNER_ONLY_UMASK);
start().catch((error: unknown) => {
  console.error(`${brand.name} can't start. ${explainFailure(error)}`);
  process.exit(1);
});
