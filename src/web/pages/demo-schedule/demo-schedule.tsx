import { Link } from 'wouter';
import { demoVariants } from '#web/content/demo-variants.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { CalendarButton } from './calendar-button.tsx';
import styles from './demo-schedule.module.css';

/** Alternative demo page, whose button opens a calendar in a dialog. */
export default function DemoSchedule() {
  const { heading, tagline, toForm, schedule } = demoVariants;
  return (
    <FormPage isShort>
      <Card>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['tagline']}>{tagline}</p>
        <p className={styles['thanks']}>{schedule.thanks}</p>
        {import.meta.env.VITE_CALENDAR_URL ? (
          <>
            <p className={styles['text']}>{schedule.choose}</p>
            <CalendarButton />
          </>
        ) : (
          <>
            <p className={styles['text']}>{schedule.missing}</p>
            <Link to="/demo" className={buttonClass()} state={{ email: '' }}>
              {toForm}
            </Link>
          </>
        )}
      </Card>
    </FormPage>
  );
}
