import { brand } from '#contract/brand.ts';
import type { ScriptLoaded } from '#machines/checkout-script.ts';
import { paymentKey } from '../settings.ts';

/** The payment provider's public address. */
const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

declare global {
  interface Window {
    /** What the provider's script leaves behind. */
    Razorpay?: new (options: {
      key: string;
      name: string;
    }) => object;
  }
}

let loading: Promise<ScriptLoaded> | undefined;

const checkPaymentObject = (): ScriptLoaded => {
  if (!window.Razorpay) return { ok: false, notice: 'notReady' };
  new window.Razorpay({ key: paymentKey, name: brand.name });
  return { ok: true };
};

const appendScript = (): Promise<ScriptLoaded> =>
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
 * Loads the provider's script, once for the page, however often it is asked for, and hands it the key.
 *
 * @throws what the provider's own code throws
 */
export const loadCheckoutScript = (): Promise<ScriptLoaded> => {
  loading ??= appendScript();
  return loading;
};
