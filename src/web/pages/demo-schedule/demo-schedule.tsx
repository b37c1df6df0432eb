import { useId, useState } from 'react';
import { Link } from 'wouter';
import { demoVariants } from '#web/content/demo-variants.ts';
import { FormPage } from '#web/layout/form-page.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { demoFrames } from '#web/platform/settings.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import styles from './demo-schedule.module.css';

/** Alternative demo page, whose button opens a calendar in a dialog. */
export default function DemoSchedule() {
  const [isOpen, setIsOpen] = useState(false);
  const dialogHeading = useId();
  const { heading, tagline, toForm, schedule } = demoVariants;
  return (
    <FormPage isShort>
      <Card>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['tagline']}>{tagline}</p>
        <p className={styles['thanks']}>{schedule.thanks}</p>
        {demoFrames.calendar ? (
          <>
            <p className={styles['text']}>{schedule.choose}</p>
            <noscript>
              {import.meta.env.SSR && (
                <a href={demoFrames.calendar} className={buttonClass()}>
                  {schedule.open}
                </a>
              )}
            </noscript>
            <Button onClick={() => setIsOpen(true)}>{schedule.open}</Button>
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
      <Dialog isWide open={isOpen} onClose={() => setIsOpen(false)} labelledBy={dialogHeading}>
        <div className={styles['head']}>
          <h2 id={dialogHeading}>{schedule.dialogHeading}</h2>
          <Button variant="link" onClick={() => setIsOpen(false)}>
            {schedule.close}
          </Button>
        </div>
        <iframe className={styles['frame']} src={demoFrames.calendar} title={schedule.frameTitle} />
      </Dialog>
    </FormPage>
  );
}
