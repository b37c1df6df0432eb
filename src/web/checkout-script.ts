import { useActorRef } from '@xstate/react';
import { useCallback, useState } from 'react';
import type { PaymentRequest } from '#machines/checkout-script.ts';
import { checkoutScript, startCheckoutScript } from './actors/checkout-script.ts';

/**
 * Loads the payment provider's script when it mounts, if a paid plan was chosen and a key is
 * configured. `open` shows the provider's window once the script is ready; before, the chart says
 * that it isn't. Nothing is charged during the free trial.
 */
export const useCheckoutScript = ({ isPaid }: { isPaid: boolean }) => {
  const [options] = useState(() => startCheckoutScript(isPaid));
  const actor = useActorRef(checkoutScript, options);
  const open = useCallback(
    (payment: PaymentRequest) => actor.send({ type: 'payment.requested', payment }),
    [actor],
  );
  return { actor, open };
};
