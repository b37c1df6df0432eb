import { storage } from './storage.ts';

/** When a tab of this browser last renewed the session (epoch ms). */
const RENEWED_AT_KEY = 'sitara.session-renewed-at';

interface Renewal {
  isRenewed: boolean;
}

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
  return navigator.locks
    ? navigator.locks.request('session-renewal', renewUnlessDone)
    : renewUnlessDone();
};
