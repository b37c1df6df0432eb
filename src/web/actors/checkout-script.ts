import { fromPromise } from 'xstate';
import { checkoutScriptMachine } from '#machines/checkout-script.ts';
import { loadCheckoutScript } from '../calls/payment.ts';
import { showOnlooker } from '../onlooker.ts';
import { paymentKey } from '../settings.ts';
import type { Start } from './start.ts';

/** The payment script with its effects. */
export const checkoutScript = checkoutScriptMachine.provide({
  actors: { loadScript: fromPromise(loadCheckoutScript) },
});

/** What the payment script starts with: it is wanted for a paid plan, where a key is configured. */
export const startCheckoutScript = (isPaid: boolean): Start<typeof checkoutScript> => ({
  input: { isWanted: isPaid && paymentKey !== '' },
  inspect: showOnlooker,
});
