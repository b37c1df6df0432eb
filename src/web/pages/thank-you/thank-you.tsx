import { Link } from 'wouter';
import { thankYouContent } from '#web/content/thank-you.ts';
import { FormPage } from '#web/layout/form-page.tsx';
import { PageHeading } from '#web/layout/page-heading.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './thank-you.module.css';

/** Confirmation after a demo request from `/demo`. */
export default function ThankYou() {
  const { heading, lead, meanwhile, start, home } = thankYouContent;
  return (
    <FormPage isShort>
      <Card>
        <PageHeading>{heading}</PageHeading>
        <p className={styles['lead']}>{lead}</p>
        <p className={styles['meanwhile']}>{meanwhile}</p>
        <p className={styles['actions']}>
          <Link to="/checkout" className={buttonClass()} state={{ email: '' }}>
            {start}
          </Link>
          <Link to="/" className={buttonClass({ variant: 'quiet' })}>
            {home}
          </Link>
        </p>
      </Card>
    </FormPage>
  );
}
