import { fallbackContent } from '#web/content/fallback.ts';
import { FormPage } from '#web/pages/form-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Card } from '#web/ui/card.tsx';
import { StepHeading } from '#web/ui/step-heading.tsx';
import styles from './fallback.module.css';

interface FallbackProps {
  /** Why the page can't be shown. */
  message: string;
  /** Whether loading it once more may help: by a reload, because engines remember a failed import. */
  canRetry?: boolean;
}

/** What a visitor sees where no page can be shown: why, and what to do next. */
export const Fallback = ({ message, canRetry = false }: FallbackProps) => (
  <FormPage isShort>
    <Card>
      <StepHeading>{fallbackContent.heading}</StepHeading>
      <p className={styles['message']}>{message}</p>
      <div className={styles['ways']}>
        {canRetry && <Button onClick={() => location.reload()}>{fallbackContent.retry}</Button>}
        <ButtonLink href="#/" kind={canRetry ? 'quiet' : 'primary'}>
          {fallbackContent.home}
        </ButtonLink>
      </div>
    </Card>
  </FormPage>
);
