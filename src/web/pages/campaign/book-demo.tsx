import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import * as busy from '#web/content/busy.ts';
import { campaignContent } from '#web/content/campaign.ts';
import { fallbackContent } from '#web/content/fallback.ts';
import { useChunkErrorMessage } from '#web/pages/fallback/fallback.tsx';
import type { ChunkError } from '#web/routing/load-page.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Icon, warning } from '#web/ui/icon.tsx';
import styles from './book-demo.module.css';
import type { Booking, BookingPlace } from './use-booking.ts';

interface BookingErrorProps {
  booking: Booking;
  error: ChunkError;
}

/** Why the demo form did not load, with a Retry button. Render it inside a live region. */
const BookingError = ({ booking, error }: BookingErrorProps) => {
  const message = useChunkErrorMessage(error);
  return (
    <>
      {/* A new element after each failed retry, so that screen readers announce it again. */}
      <p key={booking.failedRetries} className={styles['message']}>
        <span className={styles['icon']}>
          <Icon path={warning} size="small" />
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

interface BookDemoProps {
  booking: Booking;
  place: BookingPlace;
  variant?: 'primary' | 'quiet';
  /** Adds a link to the free trial. */
  withTrial?: boolean;
}

/** Call to action that opens the demo form; an error message beside it if the form did not load. */
export const BookDemo = ({
  booking,
  place,
  variant = 'primary',
  withTrial = false,
}: BookDemoProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = booking.place === place && !booking.Dialog;
  const isResumed = booking.resumed === place;

  useEffect(() => {
    // Restores focus after the reload; the dialog returns focus to this button when it closes.
    if (isResumed) button.current?.focus();
  }, [isResumed]);

  return (
    <>
      <noscript>
        {import.meta.env.SSR && (
          <Link to="/demo" className={buttonClass({ variant })}>
            {campaignContent.bookDemo}
          </Link>
        )}
      </noscript>
      <Button
        ref={button}
        variant={variant}
        isBusy={isWaiting && !booking.error}
        busyLabel={busy.opening}
        onClick={() => booking.book(place)}
      >
        {campaignContent.bookDemo}
      </Button>
      {withTrial && (
        <Link to="/checkout" className={buttonClass({ variant: 'quiet' })} state={{ email: '' }}>
          {campaignContent.tryFree}
        </Link>
      )}
      <div className={styles['error']} aria-live="polite">
        {isWaiting && booking.error && <BookingError booking={booking} error={booking.error} />}
      </div>
    </>
  );
};
