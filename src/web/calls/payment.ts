import type { PaymentRequest, ScriptLoaded } from '#machines/checkout-script.ts';
import { paymentKey } from '../settings.ts';

/** The payment provider's public address (spec §7). */
const CHECKOUT_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

declare global {
  interface Window {
    /** What the provider's script leaves behind. */
    Razorpay?: new (
      options: PaymentRequest & { key: string },
    ) => { open(): void };
  }
}

let loading: Promise<ScriptLoaded> | undefined;

const appendScript = (): Promise<ScriptLoaded> =>
  new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = CHECKOUT_SCRIPT;
    script.async = true;
    script.addEventListener('load', () =>
      resolve(window.Razorpay ? { ok: true } : { ok: false, notice: 'unknown' }),
    );
    script.addEventListener('error', () => {
      script.remove();
      loading = undefined;
      resolve({ ok: false, notice: 'scriptNotLoaded' });
    });
    document.head.append(script);
  });

/** Loads the provider's script, once for the page, however often it is asked for. */
export const loadCheckoutScript = (): Promise<ScriptLoaded> => {
  loading ??= appendScript();
  return loading;
};

/** Opens the provider's window. */
export const openPayment = async ({
  payment,
}: {
  payment?: PaymentRequest | undefined;
}): Promise<void> => {
  if (window.Razorpay && payment) new window.Razorpay({ ...payment, key: paymentKey }).open();
};
