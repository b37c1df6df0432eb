import { fallbackContent } from '#web/content/fallback.ts';
import type { ChunkError } from '#web/load-page.ts';
import { useFaultMessage } from '#web/pages/fallback/use-fault-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './book-demo.module.css';
import type { Booking } from './use-booking.ts';

interface BookingFaultProps {
  booking: Booking;
  fault: ChunkError;
}

/** Why the demo form can't be opened, and another try; for a live region. */
export const BookingFault = ({ booking, fault }: BookingFaultProps) => {
  const message = useFaultMessage(fault);
  return (
    <>
      {/* A new element after each vain retry, so that it is announced again. */}
      <p key={booking.vainRetries} className={styles['message']}>
        <span className={styles['icon']}>
          <Icon name="warning" size="small" />
        </span>
        {message}
      </p>
      <div>
        <Button kind="quiet" isBusy={booking.isRetrying} onClick={booking.retry}>
          {fallbackContent.retry}
        </Button>
      </div>
    </>
  );
};
