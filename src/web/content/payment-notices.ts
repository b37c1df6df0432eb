import type { CheckoutScriptNotice } from '#machines/checkout-script.ts';
import type { Notice } from './notices.ts';

/** Notices of the payment script. The text of `notReady` is the required wording. */
export const paymentNotices: Record<CheckoutScriptNotice, Notice> = {
  scriptNotLoaded: { shownAs: 'alert', text: 'The payment script could not be loaded.' },
  unknown: { shownAs: 'alert', text: 'Unknown Error' },
  notReady: { shownAs: 'alert', text: 'Razorpay Instance in not ready' },
};
