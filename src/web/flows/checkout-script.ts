import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { checkoutScriptMachine } from '#machines/checkout-script.ts';
import { loadCheckoutScript } from '#web/api/calls/payment.ts';
import { paymentKey } from '#web/platform/settings.ts';
import { type ActorOptions, inspector, notifier } from './actor.ts';

/** The checkout-script chart with its actors. */
const checkoutScript = checkoutScriptMachine.provide({
  actors: { loadScript: fromPromise(loadCheckoutScript), notifier },
});

/** Actor options: the script is loaded for a paid plan if a key is configured. */
const checkoutScriptOptions = (isPaid: boolean): ActorOptions<typeof checkoutScript> => ({
  input: { isWanted: isPaid && paymentKey !== '' },
  inspect: inspector,
});

/**
 * Loads the payment provider's script on mount, if the plan is paid and a key is configured. Nothing
 * is charged during the free trial.
 */
export const useCheckoutScript = ({ isPaid }: { isPaid: boolean }) => {
  const [options] = useState(() => checkoutScriptOptions(isPaid));
  return useActorRef(checkoutScript, options);
};
