import { clsx } from 'clsx/lite';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { thankYouContent } from '#web/content/thank-you.ts';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { FormPage } from '#web/layout/page-shell.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import { Star } from '#web/ui/star.tsx';
import { ChooseTime } from './choose-time.tsx';
import styles from './thank-you.module.css';

/** Confirmation of a demo request, with what happens next as connected points; the next one is a star. */
export const ThankYouPage = ({ lead, children }: { lead: string; children: ReactNode }) => {
  const { heading, nextHeading, next } = thankYouContent;
  return (
    <FormPage isShort>
      <Card>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['lead']}>{lead}</p>
        <ol className={styles['next']} aria-label={nextHeading}>
          {next.map((step, index) => (
            <li key={step} className={clsx(styles['step'], index === 0 && styles['done'])}>
              <span className={styles['point']}>{index === 1 && <Star />}</span>
              {step}
            </li>
          ))}
        </ol>
        {import.meta.env.VITE_CALENDAR_URL && <ChooseTime />}
        {children}
      </Card>
    </FormPage>
  );
};

/** A view has one primary button: that of the calendar, where there is one. */
const startClass = (): string =>
  import.meta.env.VITE_CALENDAR_URL ? buttonClass({ variant: 'quiet' }) : buttonClass();

/** Confirmation after a demo request from `/demo`. */
export default function ThankYou() {
  const { lead, meanwhile, start, home } = thankYouContent;
  return (
    <ThankYouPage lead={lead}>
      <p className={styles['meanwhile']}>{meanwhile}</p>
      <p className={styles['actions']}>
        <Link to="/checkout" className={startClass()} state={{ email: '' }}>
          {start}
        </Link>
        <Link to="/" className={buttonClass({ variant: 'quiet' })}>
          {home}
        </Link>
      </p>
    </ThankYouPage>
  );
}
