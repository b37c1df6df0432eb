import * as busy from '#web/content/busy.ts';
import { fallbackContent } from '#web/content/fallback.ts';
import { useChunkErrorMessage } from '#web/pages/fallback/fallback.tsx';
import type { ChunkError } from '#web/routing/load-page.ts';
import { Button } from '#web/ui/button.tsx';
import * as icons from '#web/ui/icon.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './book-demo.module.css';
import type { Booking } from './use-booking.ts';

interface BookingErrorProps {
  booking: Booking;
  error: ChunkError;
}

/** Why the demo form did not load, with a Retry button. Render it inside a live region. */
export const BookingError = ({ booking, error }: BookingErrorProps) => {
  const message = useChunkErrorMessage(error);
  return (
    <>
      {/* A new element after each failed retry, so that screen readers announce it again. */}
      <p key={booking.failedRetries} className={styles['message']}>
        <span className={styles['icon']}>
          <Icon path={icons.warning} size="small" />
        </span>
        {message}
      </p>
      <div>
        <Button
          variant="quiet"
          isBusy={booking.isRetrying}
          busyLabel={busy.opening}
          onClick={booking.retry}
        >
          {fallbackContent.retry}
        </Button>
      </div>
    </>
  );
};
