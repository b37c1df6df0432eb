import { paths } from '#contract/paths.ts';
import { createWriteCheck } from '../db/can-write.ts';
import { isMigrated } from '../db/migrate.ts';
import { Refusal } from '../refusal.ts';
import type { AddRoutes } from './route.ts';

const RETRY_AFTER_S = 1;

/** Whether the process lives, and whether it should be sent requests (design, Server). */
export const addHealthRoutes: AddRoutes = (app, { db, isClosing }) => {
  const canWrite = createWriteCheck(db);

  app.get(paths.alive, async () => ({ status: 'ok' }));

  app.get(paths.ready, async () => {
    const isReady = !isClosing() && (await isMigrated(db).catch(() => false)) && (await canWrite());
    if (!isReady) throw new Refusal('unavailable', 'Not ready.', { retryAfterS: RETRY_AFTER_S });
    return { status: 'ready' };
  });
};
