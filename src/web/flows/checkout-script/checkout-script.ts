import { fromPromise } from 'xstate';
import { checkoutScriptMachine } from '#machines/checkout-script.ts';
import { loadCheckoutScript } from '#web/api/calls/payment.ts';
import { paymentKey } from '#web/platform/settings.ts';
import type { ActorOptions } from '../actor-options.ts';
import { inspector } from '../inspector.ts';
import { notifier } from '../notifier.ts';

/** The checkout-script chart with its actors. */
export const checkoutScript = checkoutScriptMachine.provide({
  actors: { loadScript: fromPromise(loadCheckoutScript), notifier },
});

/** Actor options: the script is loaded for a paid plan if a key is configured. */
export const checkoutScriptOptions = (isPaid: boolean): ActorOptions<typeof checkoutScript> => ({
  input: { isWanted: isPaid && paymentKey !== '' },
  inspect: inspector,
});
