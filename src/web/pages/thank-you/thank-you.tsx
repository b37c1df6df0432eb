import { thankYouContent } from '#web/content/thank-you.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { Card } from '#web/ui/card.tsx';
import { RouteLink } from '#web/ui/route-link.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './thank-you.module.css';

/** After a demo request from /demo. */
export default function ThankYou() {
  const { heading, lead, meanwhile, start, home } = thankYouContent;
  return (
    <FormPage isShort>
      <Card>
        <StepHeading>{heading}</StepHeading>
        <p className={styles['lead']}>{lead}</p>
        <p className={styles['meanwhile']}>{meanwhile}</p>
        <p className={styles['ways']}>
          <RouteLink href="#/checkout" kind="primary" state={{ email: '' }}>
            {start}
          </RouteLink>
          <RouteLink href="#/" kind="quiet">
            {home}
          </RouteLink>
        </p>
      </Card>
    </FormPage>
  );
}
