import { signUpContent } from '#web/content/sign-up.ts';
import { appAddresses } from '#web/settings.ts';
import { Card } from '#web/ui/card.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from '../form.module.css';

const { leaving: words } = signUpContent;

/** Shown while the browser goes to the page for a new job. */
export const Leaving = () => (
  <Card>
    <StepHeading>{words.heading}</StepHeading>
    <p className={styles['lead']}>
      {words.lead} <a href={appAddresses.newJob}>{words.link}</a>.
    </p>
  </Card>
);
