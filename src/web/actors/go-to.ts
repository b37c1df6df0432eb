import type { Destination } from '#contract/signed-in.ts';
import { navigate } from '../location.ts';
import { appAddresses } from '../settings.ts';

/** Leads to where a flow ended; `id` is the account whose password is to be set there. */
export const goTo = (destination: Destination | 'forgotPassword', id?: string): void => {
  if (destination === 'appHome') location.assign(appAddresses.home);
  else if (destination === 'atsHome') location.assign(appAddresses.atsHome);
  // In the place of this page: Back must not lead to a form that is done with.
  else navigate(`/${destination}`, { replace: true, state: id === undefined ? null : { id } });
};
