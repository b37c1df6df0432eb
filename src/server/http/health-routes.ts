import { paths } from '#contract/paths.ts';
import { isMigrated } from '../database/migrate.ts';
import { createWriteCheck } from '../database/write-check.ts';
import { HttpError } from './http-error.ts';
import type { RoutePlugin } from './route-plugin.ts';

const RETRY_AFTER_S = 1;

/** Liveness (`/healthz`) and readiness (`/readyz`): migrated, writable database and no shutdown. */
export const healthRoutes: RoutePlugin = async (app, { db, isClosing }) => {
  const canWrite = createWriteCheck(db);

  app.get(paths.alive, async () => ({ status: 'ok' }));

  app.get(paths.ready, async () => {
    const isReady = !isClosing() && (await isMigrated(db).catch(() => false)) && (await canWrite());
    if (!isReady) throw new HttpError('unavailable', 'Not ready.', { retryAfterS: RETRY_AFTER_S });
    return { status: 'ready' };
  });
};
