import type { Destination } from '#machines/rules/session.ts';
import { appAddresses } from '../platform/settings.ts';
import { navigate } from '../routing/hash-location.ts';

/** Navigates to the destination of a flow. `account`: the one for a new password. */
export const openDestination = (
  destination: Destination | 'forgotPassword',
  account?: { id: string; email?: string },
): void => {
  if (destination === 'appHome') location.assign(appAddresses.home);
  else if (destination === 'atsHome') location.assign(appAddresses.atsHome);
  // Replaces the history entry: Back must not return to a completed form.
  else navigate(`/${destination}`, { replace: true, state: account ?? null });
};
