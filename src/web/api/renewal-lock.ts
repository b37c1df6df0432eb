import * as storageKeys from '#contract/storage-keys.ts';
import { createDraft } from '../platform/storage.ts';
import { callApi } from './client.ts';

/** When a tab of this browser last renewed the session (epoch ms). */
const renewedAt = createDraft({
  key: storageKeys.sessionRenewedAt,
  storage: 'local',
  parse: (stored) => (typeof stored === 'number' ? stored : undefined),
});

interface Renewal {
  isRenewed: boolean;
}

/** How long a login waits for another tab that holds the lock, for example on a stalled network. */
const LOGIN_LOCK_TIMEOUT_MS = 4000;

const LOCK = 'session-renewal';

/**
 * Runs a change of the session under a Web Lock; without one where the browser has none.
 * @param options.afterWait what runs instead once another tab has released the lock
 */
const withSessionLock = async <Result>(
  change: () => Promise<Result>,
  { afterWait = change, ...options }: LockOptions & { afterWait?: () => Promise<Result> } = {},
): Promise<Result> => {
  if (!navigator.locks) return change();
  let isAcquired = false;
  const runLocked = (locked: () => Promise<Result>) => {
    isAcquired = true;
    return locked();
  };
  try {
    const done = await navigator.locks.request(
      LOCK,
      { ifAvailable: true },
      async (lock) => lock && { result: await runLocked(change) },
    );
    return done
      ? done.result
      : await navigator.locks.request(LOCK, options, () => runLocked(afterWait));
  } catch (error) {
    // The lock was not acquired: a timeout, or a browser that blocks storage and therefore locks.
    if (isAcquired) throw error;
    return change();
  }
};

/**
 * Logs in under the lock. A login replaces the session, so it counts as a renewal for the other tabs:
 * a 401 that they receive meanwhile waits for the lock and finds the new session.
 */
export const logInWithLock = <Result extends { ok: boolean }>(
  logIn: () => Promise<Result>,
): Promise<Result> =>
  withSessionLock(
    async () => {
      const result = await logIn();
      if (result.ok) renewedAt.save(Date.now());
      return result;
    },
    { signal: AbortSignal.timeout(LOGIN_LOCK_TIMEOUT_MS) },
  );

/**
 * Renews the session in one tab for all tabs whose session expired at the same time. A tab that
 * receives the lock after a renewal uses that one.
 * @param since when the rejected request was sent (epoch ms)
 */
export const renewSessionOnce = (
  since: number,
  renew: () => Promise<Renewal>,
): Promise<Renewal> => {
  const renewUnlessDone = async (): Promise<Renewal> => {
    const time = renewedAt.read() ?? 0;
    // In one millisecond, the request may have come after a login: another renewal does no harm. A time in the
    // future comes from before the clock was set back.
    if (time > since && time <= Date.now()) return { isRenewed: true };
    const renewal = await renew();
    if (renewal.isRenewed) renewedAt.save(Date.now());
    return renewal;
  };
  return withSessionLock(renewUnlessDone, {
    // What the other tab stores may reach this one later than the lock does, so the server is asked.
    afterWait: async () => {
      const { ok: isRenewed } = await callApi('currentUser');
      return isRenewed ? { isRenewed } : renewUnlessDone();
    },
  });
};
