import * as brand from '#contract/brand.ts';
import type { LoadScriptResult } from '#machines/checkout-script.ts';
import { paymentKey } from '#web/platform/settings.ts';

/** The payment provider's script. */
const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

declare global {
  interface Window {
    /** Global that the provider's script defines. */
    Razorpay?: new (options: {
      key: string;
      name: string;
    }) => object;
  }
}

let loading: Promise<LoadScriptResult> | undefined;

const checkPaymentObject = (): LoadScriptResult => {
  if (!window.Razorpay) return { ok: false, notice: 'notReady' };
  new window.Razorpay({ key: paymentKey, name: brand.name });
  return { ok: true };
};

const appendScript = (): Promise<LoadScriptResult> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = CHECKOUT_SCRIPT;
    script.async = true;
    script.addEventListener('load', () => {
      try {
        resolve(checkPaymentObject());
      } catch (error) {
        reject(error);
      }
    });
    script.addEventListener('error', () => {
      script.remove();
      loading = undefined;
      resolve({ ok: false, notice: 'scriptNotLoaded' });
    });
    document.head.append(script);
  });

/**
 * Loads the provider's script and passes it the key. All calls share one request; a call after a
 * failed request starts a new one.
 * @throws any error of the provider's code
 */
export const loadCheckoutScript = (): Promise<LoadScriptResult> => {
  loading ??= appendScript();
  return loading;
};
