import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { checkoutScript, startCheckoutScript } from './actors/checkout-script.ts';

/**
 * Loads the payment provider's script when it mounts, if a paid plan was chosen and a key is
 * configured. Nothing is charged during the free trial.
 */
export const useCheckoutScript = ({ isPaid }: { isPaid: boolean }) => {
  const [options] = useState(() => startCheckoutScript(isPaid));
  return useActorRef(checkoutScript, options);
};
