import { paymentNotices } from '#web/content/payment-notices.ts';
import { useCheckoutScript } from '#web/flows/checkout-script.ts';
import { NoticeBoard } from '#web/forms/notice-board.tsx';

/** Loads the payment provider's script for a paid plan, and shows the notice of a failure. */
export default function PaymentScript({ isPaid }: { isPaid: boolean }) {
  return <NoticeBoard actor={useCheckoutScript({ isPaid })} notices={paymentNotices} />;
}
