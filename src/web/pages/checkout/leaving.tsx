import { signUpContent } from '#web/content/sign-up.ts';
import styles from '#web/layout/form.module.css';
import { StepHeading } from '#web/layout/step-heading.tsx';
import { appAddresses } from '#web/platform/settings.ts';
import { Card } from '#web/ui/card.tsx';

const { leaving: words } = signUpContent;

/** Shown while the browser loads the page for a new job. */
export const Leaving = () => (
  <Card>
    <StepHeading>{words.heading}</StepHeading>
    <p className={styles['lead']}>
      {words.lead}{' '}
      <a href={appAddresses.newJob} rel="external">
        {words.link}
      </a>
      .
    </p>
  </Card>
);
