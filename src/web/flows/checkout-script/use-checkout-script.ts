import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { checkoutScript, checkoutScriptOptions } from './checkout-script.ts';

/**
 * Loads the payment provider's script on mount, if the plan is paid and a key is configured. Nothing
 * is charged during the free trial.
 */
export const useCheckoutScript = ({ isPaid }: { isPaid: boolean }) => {
  const [options] = useState(() => checkoutScriptOptions(isPaid));
  return useActorRef(checkoutScript, options);
};
