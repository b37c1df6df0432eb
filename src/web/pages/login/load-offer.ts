import type { ComponentType } from 'react';
import type { PasskeyCreation } from '#web/flows/passkey-registration.ts';
import type { PasskeyOfferProps } from '#web/forms/passkey-offer.tsx';

/** How long a login waits for the offer of a passkey, which it can do without. */
const LOAD_MS_MAX = 3000;

/** The view of the offer, once `loadOffer` has resolved. */
export const offer: { View?: ComponentType<PasskeyOfferProps> } = {};

const load = async (): Promise<PasskeyCreation> => {
  const [{ PasskeyOffer }, { passkeyCreation }] = await Promise.all([
    import('#web/forms/passkey-offer.tsx'),
    import('#web/flows/passkey-creation.ts'),
  ]);
  offer.View = PasskeyOffer;
  return passkeyCreation;
};

/** Loads the offer of a passkey after a login: view and effects. Rejects if they do not come in time. */
export const loadOffer = (): Promise<PasskeyCreation> =>
  Promise.race([
    load(),
    new Promise<never>((_, reject) => setTimeout(reject, LOAD_MS_MAX, new Error('timeout'))),
  ]);
