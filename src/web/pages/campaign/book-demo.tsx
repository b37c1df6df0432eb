import { useEffect, useRef } from 'react';
import { campaignContent } from '#web/content/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import styles from './book-demo.module.css';
import { BookingFault } from './booking-fault.tsx';
import type { Booking, BookingPlace } from './use-booking.ts';

interface BookDemoProps {
  booking: Booking;
  place: BookingPlace;
  kind?: 'primary' | 'quiet';
  /** Also offers to begin at once, without a demo. */
  withTrial?: boolean;
}

/** The page's call to action: opens the demo form, or says beside it why there is none. */
export const BookDemo = ({
  booking,
  place,
  kind = 'primary',
  withTrial = false,
}: BookDemoProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const isWaiting = booking.place === place && !booking.Dialog;
  const isResumed = booking.resumed === place;

  useEffect(() => {
    // Where the visitor was; the dialog gives focus back to it.
    if (isResumed) button.current?.focus();
  }, [isResumed]);

  return (
    <>
      <Button
        ref={button}
        kind={kind}
        isBusy={isWaiting && !booking.fault}
        onClick={() => booking.book(place)}
      >
        {campaignContent.bookDemo}
      </Button>
      {withTrial && (
        <RouteLink href="#/checkout" kind="quiet" state={{ email: '' }}>
          {campaignContent.tryFree}
        </RouteLink>
      )}
      <div className={styles['fault']} aria-live="polite">
        {isWaiting && booking.fault && <BookingFault booking={booking} fault={booking.fault} />}
      </div>
    </>
  );
};
