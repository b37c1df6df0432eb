import { fallbackContent } from '#web/content/fallback.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './fallback.module.css';

/** What a visitor sees where no page can be shown: why, and a way home. */
export const Fallback = ({ message }: { message: string }) => (
  <FormPage>
    <Card>
      <StepHeading>{fallbackContent.heading}</StepHeading>
      <p className={styles['message']}>{message}</p>
      <ButtonLink href="#/">{fallbackContent.home}</ButtonLink>
    </Card>
  </FormPage>
);
