import { storage } from './storage.ts';

/** When a tab of this browser last renewed the session (epoch ms). */
const RENEWED_AT_KEY = 'sitara.session-renewed-at';

interface Renewal {
  isRenewed: boolean;
}

/** A person who logs in doesn't wait longer for another tab whose network is stuck. */
const LOGIN_PATIENCE_MS = 4000;

/** Does something that changes the session while no other tab does, where the browser has locks. */
const inTurn = async <Result>(
  change: () => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> => {
  if (!navigator.locks) return change();
  let isHeld = false;
  const changeInTurn = () => {
    isHeld = true;
    return change();
  };
  try {
    return await navigator.locks.request('session-renewal', options, changeInTurn);
  } catch (error) {
    // It was waited long enough, or the browser forbids its storage, and with it its locks.
    if (isHeld) throw error;
    return change();
  }
};

/**
 * Logs in. A login ends the session that another tab has just opened: what that tab finds refused
 * meanwhile waits for this one, which counts as its renewal.
 */
export const logInInTurn = <Answer extends { ok: boolean }>(
  logIn: () => Promise<Answer>,
): Promise<Answer> =>
  inTurn(
    async () => {
      const answer = await logIn();
      if (answer.ok) storage.write(RENEWED_AT_KEY, String(Date.now()));
      return answer;
    },
    { signal: AbortSignal.timeout(LOGIN_PATIENCE_MS) },
  );

/**
 * Has the session renewed by one tab for all that find it expired at the same moment, where the
 * browser has locks: the others wait, see that it has been done since their request was sent (epoch
 * ms), and leave it at that.
 */
export const renewOnce = async (since: number, renew: () => Promise<Renewal>): Promise<Renewal> => {
  const renewUnlessDone = async (): Promise<Renewal> => {
    const renewedAt = Number(storage.read(RENEWED_AT_KEY));
    // A time ahead of ours is from before the clock was set back, and says nothing.
    if (renewedAt >= since && renewedAt <= Date.now()) return { isRenewed: true };
    const renewal = await renew();
    if (renewal.isRenewed) storage.write(RENEWED_AT_KEY, String(Date.now()));
    return renewal;
  };
  return inTurn(renewUnlessDone);
};
