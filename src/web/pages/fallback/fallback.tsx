import { Link } from 'wouter';
import { fallbackContent } from '#web/content/fallback.ts';
import { FormPage } from '#web/layout/form-page.tsx';
import { StepHeading } from '#web/layout/step-heading.tsx';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './fallback.module.css';

interface FallbackProps {
  /** Why the page cannot be shown. */
  message: string;
  /** Offers a reload, because engines cache a failed import. */
  canRetry?: boolean;
}

/** Error page: why the page cannot be shown, and what to do next. */
export const Fallback = ({ message, canRetry = false }: FallbackProps) => (
  <FormPage isShort>
    <Card>
      <StepHeading>{fallbackContent.heading}</StepHeading>
      <p className={styles['message']}>{message}</p>
      <div className={styles['actions']}>
        {canRetry && <Button onClick={() => location.reload()}>{fallbackContent.retry}</Button>}
        <Link to="/" className={buttonClass({ variant: canRetry ? 'quiet' : 'primary' })}>
          {fallbackContent.home}
        </Link>
      </div>
    </Card>
  </FormPage>
);
