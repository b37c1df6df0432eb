import { useId, useState } from 'react';
import { demoVariants } from '#web/content/demo-variants.ts';
import { type Person, sentPerson } from '#web/platform/sent-request.ts';
import { demoFrames } from '#web/platform/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './demo-schedule.module.css';

/** The calendar with the name and address filled in, by the parameters that Calendly and Cal.com read. */
const addressFor = (person: Person | undefined): string | undefined => {
  if (!demoFrames.calendar || !person) return demoFrames.calendar;
  const address = new URL(demoFrames.calendar);
  address.searchParams.set('name', person.name);
  address.searchParams.set('email', person.email);
  return address.href;
};

/** A button that opens the calendar in a dialog; a link to the calendar without script. */
export const CalendarButton = () => {
  const [isOpen, setIsOpen] = useState(false);
  const dialogHeading = useId();
  const { schedule } = demoVariants;
  return (
    <>
      <noscript>
        {import.meta.env.SSR && (
          <a href={demoFrames.calendar} className={buttonClass()}>
            {schedule.open}
          </a>
        )}
      </noscript>
      <Button onClick={() => setIsOpen(true)}>{schedule.open}</Button>
      <Dialog isWide open={isOpen} onClose={() => setIsOpen(false)} labelledBy={dialogHeading}>
        <div className={styles['head']}>
          <h2 id={dialogHeading}>{schedule.dialogHeading}</h2>
          <Button variant="link" onClick={() => setIsOpen(false)}>
            {schedule.close}
          </Button>
        </div>
        <iframe
          className={styles['frame']}
          src={addressFor(sentPerson())}
          title={schedule.frameTitle}
        />
      </Dialog>
    </>
  );
};
