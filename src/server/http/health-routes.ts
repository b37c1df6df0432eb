import { calls } from '#contract/calls/all-calls.ts';
import { version } from '#server/config/app-config.ts';
import { registerCall } from '#server/http/register-call.ts';
import { createReadinessCheck } from '../database/migrate.ts';
import type { RoutePlugin } from '../services.ts';
import { HttpError } from './http-error.ts';

const RETRY_AFTER_S = 1;

/** Liveness with the version (`/healthz`) and readiness (`/readyz`): migrated, writable database and no shutdown. */
export const healthRoutes: RoutePlugin = async (app, { db, isClosing }) => {
  const canServe = createReadinessCheck(db);

  registerCall(app, calls.alive, async () => ({ status: 'ok', version }));

  registerCall(app, calls.ready, async () => {
    if (isClosing() || !(await canServe()))
      throw new HttpError('unavailable', 'Not ready.', { retryAfterS: RETRY_AFTER_S });
    return { status: 'ready' };
  });
};
